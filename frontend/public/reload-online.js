// The document of a page that is not kept on the device (not-kept.html): opens the page once there is network.
globalThis.addEventListener("online", () => globalThis.location.reload());
