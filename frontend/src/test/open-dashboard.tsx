import { PATHS } from "@sakhi/domain/site/routes";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ShownView } from "../features/admin/frame/dashboard.page";
import { sessionAt, viewOf } from "../features/admin/frame/views";
import { SessionProvider } from "../features/admin/parts/session";
import { AdminServer } from "./admin-server";
import { quickUser } from "./clock";
import { openAlone, openScreen, type Site } from "./render-site";
import { hasFocus, settledDialog } from "./settled-dialog";

/** An open dashboard or view, with its user and server. */
interface Dashboard<Server extends AdminServer> extends Site {
  readonly server: Server;
  readonly user: UserEvent;
  /** Presses a button and returns the confirmation dialog that it opens. */
  readonly ask: (button: string, title: string) => Promise<HTMLElement>;
  /** Clicks a button of a form or dialog. */
  readonly press: (within: HTMLElement, button: string) => Promise<void>;
}

function withUser<Server extends AdminServer>(site: Site, server: Server): Dashboard<Server> {
  const user = quickUser();
  const ask = async (button: string, title: string) => {
    const pressed = await screen.findByRole("button", { name: button });
    // A dialog that is still opening would cover the new one.
    const below = pressed.closest<HTMLElement>("[role=dialog]");
    if (below !== null) await hasFocus(below);
    await user.click(pressed);
    return settledDialog("alertdialog", title);
  };
  const press = (form: HTMLElement, name: string) => user.click(within(form).getByRole("button", { name }));
  return { ...site, server, user, ask, press };
}

/**
 * Opens the dashboard without the site's layout around it.
 *
 * @param query query of the address: the view and any open dialog
 */
export async function openDashboard<Server extends AdminServer = AdminServer>(
  query: string,
  server = new AdminServer() as Server,
): Promise<Dashboard<Server>> {
  return withUser(await openScreen(PATHS.dashboard + query, server), server);
}

function ViewAlone({ session }: { readonly session: AdminServer["session"] }): ReactNode {
  const name = new URLSearchParams(useLocation().search).get("view");
  const view = viewOf(name);
  const shown = sessionAt(session, name);
  if (shown === undefined) return null;
  return (
    <main>
      <SessionProvider value={{ ...shown, step: undefined }}>
        <Suspense>
          <ShownView view={view} />
        </Suspense>
      </SessionProvider>
    </main>
  );
}

/** Opens a single view without the dashboard's frame: faster, for specs that don't need the frame. */
export async function openView<Server extends AdminServer = AdminServer>(
  query: string,
  server = new AdminServer() as Server,
): Promise<Dashboard<Server>> {
  return withUser(await openAlone(<ViewAlone session={server.session} />, PATHS.dashboard + query, server), server);
}
