import { PATHS } from "@sakhi/domain/site/routes";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { AdminServer } from "./admin-server";
import { quickUser } from "./clock";
import { openScreen, type Site } from "./render-site";
import { settledDialog } from "./settled-dialog";

/** The dashboard, who acts on it, and the server behind it. */
interface Dashboard<Server extends AdminServer> extends Site {
  readonly server: Server;
  readonly user: UserEvent;
  /** Presses a button that asks something, and gives the dialog that asks it. */
  readonly ask: (button: string, title: string) => Promise<HTMLElement>;
}

/**
 * Opens the dashboard without the site's layout around it.
 *
 * @param query what stands in the address: which view, and what is open over it
 */
export async function openDashboard<Server extends AdminServer = AdminServer>(
  query: string,
  server = new AdminServer() as Server,
): Promise<Dashboard<Server>> {
  const site = await openScreen(PATHS.dashboard + query, server);
  const user = quickUser();
  const ask = async (button: string, title: string) => {
    await user.click(await screen.findByRole("button", { name: button }));
    return settledDialog("alertdialog", title);
  };
  return { ...site, server, user, ask };
}
