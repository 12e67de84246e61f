import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./state/router.svelte";
import { keepSettings } from "./state/settings.svelte";
import "./theme.css";

keepSettings();
followLinks();
const place = document.getElementById("app")!;
place.replaceChildren();
mount(App, { target: place });
