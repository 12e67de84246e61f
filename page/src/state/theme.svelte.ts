/** Dark cloth or light cloth: what the system asks for, unless somebody chose otherwise here. */
import { MediaQuery } from "svelte/reactivity";
import { settings } from "./settings.svelte";

const systemIsLight = new MediaQuery("prefers-color-scheme: light");
const system = (): "dark" | "light" => (systemIsLight.current ? "light" : "dark");

export const theme = (): "dark" | "light" => settings.chosenTheme ?? system();

/** A choice that agrees with the system is none: the page goes on following the system. */
export function chooseTheme(wanted: "dark" | "light"): void {
  settings.chosenTheme = wanted === system() ? null : wanted;
}

/** Tells the style sheet, and the browser's own frame. Call once. */
export function showTheme(): void {
  $effect.root(() => {
    $effect(() => {
      if (settings.chosenTheme) document.documentElement.dataset.theme = settings.chosenTheme;
      else delete document.documentElement.dataset.theme;
      const cloth = getComputedStyle(document.documentElement).getPropertyValue("background-color");
      document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme() && cloth);
    });
  });
}
