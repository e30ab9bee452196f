import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";
import { guarded, SiteRouter } from "../ui/navigation";
import "../ui/theme/fonts.css";
import { AppProviders } from "./providers";
import { prepare, Site } from "./routes";
import { servedAnswers } from "./served-answers";
import { createStore } from "./store";

const history = guarded(createBrowserHistory({ v5Compat: true }));

async function show(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root");
  // What came with the document (src/server/first-view.tsx) stays in view until the screen's code is there.
  await prepare(history.location.pathname);
  // In slices of some milliseconds, so that the page answers to a finger while it is drawn.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <AppProviders store={createStore(servedAnswers())}>
          <SiteRouter history={history} prepare={prepare}>
            <Site />
          </SiteRouter>
        </AppProviders>
      </StrictMode>,
    ),
  );
}

void show();

void import("./after-start");
