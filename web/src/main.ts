import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./parts.css";
import { app } from "./lib/app.svelte";

// no await at the top level: the bundler would split the page into dozens of small files
void app.start().then(() => mount(App, { target: document.getElementById("app")! }));
