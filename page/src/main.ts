import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./state/router.svelte";
import { keepSettings } from "./state/settings.svelte";
import { showTheme } from "./state/theme.svelte";
import "./theme.css";

keepSettings();
showTheme();
followLinks();
const place = document.getElementById("app")!;
place.replaceChildren();
mount(App, { target: place });
