import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import "../ui/theme/fonts.css";
import { AppProviders } from "./providers";
import { routes } from "./routes";
import { createStore } from "./store";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

const router = createBrowserRouter(routes);

function show(place: HTMLElement): void {
  createRoot(place).render(
    <StrictMode>
      <AppProviders store={createStore()}>
        <RouterProvider router={router} />
      </AppProviders>
    </StrictMode>,
  );
}

// What came with the document stays in view until the screen's code is there.
if (router.state.initialized) show(root);
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show(root);
  });
}
