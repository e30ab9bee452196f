import { Badge, Box, chakra, Flex } from "@chakra-ui/react";
import { PATHS, dashboardPath } from "@sakhi/domain/site/routes";
import { LogOut, UserRound } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, Navigate, useLocation, useSearchParams } from "react-router-dom";
import {
  type AccountStep,
  cacheSession,
  useAdminDispatch,
  refetchAdministration,
  useCheckAdministratorQuery,
  useGetIssuesQuery,
  useLogoutAdministratorMutation,
} from "../../../api/admin-api";
import { usePageUse } from "../../../api/page-use";
import { lazyPart } from "../../../ui/lazy-part";
import { Hidden, PageBody, PageHeading, Spinner, useDocumentTitle } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { guideAddress, loginAddress } from "../addresses";
import { strings } from "../admin.strings";
import { LoginAgain } from "../login/login-form";
import { useAddress } from "../parts/address";
import { EventChoice, EventOfView } from "../parts/chosen-event";
import { ToolLink } from "../parts/panel";
import { type AdminSession, DraftsProvider, SessionProvider, useRight, useSession } from "../parts/session";
import { RefusedView } from "./refused-view";
import { sessionAt, viewFor, type viewOf, viewQuery, viewsFor } from "./views";

const FirstStep = lazyPart(async () => (await import("../account/account-view")).FirstStep);

/** Loaded behind the view: nobody prints at once. Without it, paper looks like the screen. */
const PrintStyles = lazy(async () => ({
  default: await import("./print-styles").then(
    (loaded) => loaded.PrintStyles,
    () => () => null,
  ),
}));

function Loading() {
  return (
    // Full height keeps the footer below the view to come.
    <Flex role="status" justify="center" py="20" minHeight="100dvh" color="rani.text">
      <Spinner size={36} />
      <Hidden>{strings.frame.loading}</Hidden>
    </Flex>
  );
}

const menuStyle = {
  display: "flex",
  gap: { base: "0.25rem", md: "0.5rem" },
  // One scrolling line on phones; wraps on wider screens.
  overflowX: { base: "auto", md: "visible" },
  // Hidden texts of what is scrolled out are clipped by it, instead of widening the page.
  position: "relative",
  flexWrap: { md: "wrap" },
  padding: "3px",
  margin: "0 -3px",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    gap: "0.5rem",
    minHeight: "2.75rem",
    px: "0.875rem",
    borderRadius: "full",
    fontWeight: "600",
    whiteSpace: "nowrap",
    color: "indigo.text",
    textDecoration: "none",
    _hover: { bg: "indigo.soft" },
  },
  // Also on hover, where the rule for all links would win otherwise.
  "& a[aria-current]": { bg: "indigo.solid", color: "indigo.on", _hover: { bg: "indigo.solid" } },
  "& a [data-count]": {
    minWidth: "1.5rem",
    px: "0.4rem",
    borderRadius: "full",
    bg: "rani.solid",
    color: "rani.on",
    fontSize: "0.875rem",
    lineHeight: "1.5rem",
    textAlign: "center",
  },
} as const;

/** Keeps the count of issues current in every view. Polling does not extend the session. */
const POLLING = { pollingInterval: 60_000, refetchOnFocus: true, refetchOnReconnect: true } as const;

/**
 * The dashboard's menu, with the number of open issues beside "Attention".
 *
 * @param props.typing true while a form is open: no polling, since an issue resolved by others would close its form
 */
function Menu({ current, typing }: { readonly current: string; readonly typing: boolean }) {
  const event = useAddress().get("event");
  const chosen: Readonly<Record<string, string>> = event === "" ? {} : { event };
  const { access } = useSession();
  const { data: issues } = useGetIssuesQuery(undefined, { ...(typing ? {} : POLLING), skip: !useRight("issues.read") });
  const waiting = issues?.entries.length ?? 0;
  const isCounted = issues !== undefined;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-view="${current}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
    // The count shifts the entries behind it.
  }, [current, isCounted]);
  return (
    <chakra.nav aria-label={strings.frame.views} mb="6">
      <chakra.ul ref={list} css={menuStyle}>
        {viewsFor(access).map(({ name, Icon }) => (
          <li key={name} data-view={name}>
            <Link
              to={
                Object.keys({ ...viewQuery(name), ...chosen }).length === 0
                  ? PATHS.dashboard
                  : dashboardPath({ ...viewQuery(name), ...chosen })
              }
              aria-current={name === current ? "page" : undefined}
            >
              <Icon size={18} aria-hidden />
              <span>{strings.views[name]}</span>
              {name === "issues" && waiting > 0 && (
                <>
                  <span data-count aria-hidden>
                    {waiting}
                  </span>
                  <Hidden>{`, ${strings.frame.waiting(waiting)}`}</Hidden>
                </>
              )}
            </Link>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

/** A view, with its event if it shows one. */
export function ShownView({ view: { View, shows } }: { readonly view: ReturnType<typeof viewOf> }) {
  if (shows === "no event") return <View />;
  const all = shows === "one or all events";
  return (
    <EventOfView all={all}>
      <EventChoice all={all} />
      <View />
    </EventOfView>
  );
}

/** How often the open view is refreshed, in ms. */
const REFRESH_MS = 30_000;

/** Whether somebody is typing or choosing, which a refresh must not disturb. */
const isEditing = (): boolean =>
  document.activeElement?.closest("input, textarea, select, [role=listbox]") instanceof Element;

/**
 * Refreshes what the dashboard shows by itself while it is visible. Rows are replaced in place: scroll, selection and
 * filters stay. While nobody uses the page, it does not extend the session.
 *
 * @param active false while a form is open
 */
function useAutomaticRefresh(active: boolean): void {
  const dispatch = useAdminDispatch();
  usePageUse();
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !isEditing()) refetchAdministration(dispatch);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [active, dispatch]);
}

function LogoutButton({ onLeave }: { readonly onLeave: () => void }) {
  const { showToast } = useToasts();
  const dispatch = useAdminDispatch();
  const [logOut, { isLoading }] = useLogoutAdministratorMutation();
  const leave = async () => {
    try {
      const session = await logOut().unwrap();
      showToast({ kind: "success", ...strings.toasts.loggedOut });
      onLeave();
      cacheSession(dispatch, session);
    } catch {
      showToast({ kind: "error", ...strings.toasts.logoutFailed });
    }
  };
  return (
    <SteadyButton variant="outline" size="sm" inactive={isLoading} onClick={() => void leave()}>
      <LogOut aria-hidden />
      <span>{isLoading ? strings.frame.loggingOut : strings.frame.logout}</span>
    </SteadyButton>
  );
}

function Heading({ guide, onLeave }: { readonly guide: string; readonly onLeave: () => void }) {
  const { username, access } = useSession();
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="5">
      <PageHeading>{strings.frame.title}</PageHeading>
      <Flex align="center" gap="3" wrap="wrap" data-unprinted>
        <Flex align="center" gap="2" textStyle="small">
          <Box aria-hidden color="muted">
            <UserRound size={18} />
          </Box>
          <span>
            <Hidden>{strings.frame.loggedInAs} </Hidden>
            <chakra.strong overflowWrap="anywhere">{username}</chakra.strong>
          </span>
          {access.role !== "owner" && <Badge>{strings.frame.roles[access.role]}</Badge>}
        </Flex>
        <ToolLink href={guide}>{strings.frame.guide}</ToolLink>
        <LogoutButton onLeave={onLeave} />
      </Flex>
    </Flex>
  );
}

/**
 * /paid-events/mela/dashboard: the frame of all views. Without a session, and as soon as a call reports its end, it
 * redirects to the login (T-218), which returns to the same view. While a form is open, the login is a dialog over it.
 */
export function DashboardPage() {
  useDocumentTitle(strings.frame.title);
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const { data, isError, refetch } = useCheckAdministratorQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const named = params.get("view");
  const session = useMemo<AdminSession | undefined>(() => data && sessionAt(data, named), [data, named]);
  const [drafts, setDrafts] = useState(0);
  const countDraft = useCallback((change: 1 | -1) => setDrafts((open) => open + change), []);
  // The last session, kept while a form is open.
  const [lastSession, setLastSession] = useState<AdminSession>();
  // Stays after the step is done, until the administrator continues: recovery codes are shown only once.
  const [step, setStep] = useState<AccountStep>();
  if (session !== undefined && session !== lastSession) {
    setLastSession(session);
    if (session.step !== undefined || session.username !== lastSession?.username) setStep(session.step);
  }
  useAutomaticRefresh(session !== undefined && step === undefined && drafts === 0);
  const shownSession = session ?? (drafts > 0 && !leaving ? lastSession : undefined);

  if (data === undefined) {
    return (
      <PageBody>
        {isError ? <FailureState message={strings.frame.unreachable} onRetry={() => void refetch()} /> : <Loading />}
      </PageBody>
    );
  }
  // People at the gate have nothing here, but their first steps.
  if (data.role === "gate" && data.step === undefined && step === undefined)
    return <Navigate to={PATHS.gate} replace />;
  if (shownSession === undefined) {
    return <Navigate to={leaving ? PATHS.adminLogin : loginAddress(pathname + search)} replace />;
  }
  const { view, isRefused } = viewFor(shownSession.access, named);
  return (
    // The key discards one administrator's input when another logs in over it.
    <SessionProvider value={shownSession} key={shownSession.username}>
      <Suspense fallback={null}>
        <PrintStyles />
      </Suspense>
      {/* Wider than the site's pages, for nine columns. */}
      <Box maxWidth="94rem" mx="auto" px={{ base: "4", md: "8" }} py={{ base: "5", md: "7" }} fontSize="1rem">
        <Heading guide={guideAddress(view.name)} onLeave={() => setLeaving(true)} />
        {step === undefined && <Menu current={view.name} typing={drafts > 0} />}
        <DraftsProvider value={countDraft}>
          <Suspense fallback={<Loading />}>
            {step === undefined ? (
              isRefused ? (
                <RefusedView view={view.name} />
              ) : (
                <ShownView view={view} />
              )
            ) : (
              <FirstStep
                step={step}
                onDone={() => {
                  void refetch();
                  setStep(undefined);
                }}
              />
            )}
          </Suspense>
        </DraftsProvider>
        {data.version !== undefined && (
          <Box as="footer" mt="8" textStyle="small" color="muted" overflowWrap="anywhere">
            {strings.frame.version(data.version)}
          </Box>
        )}
      </Box>
      {session === undefined && <LoginAgain username={shownSession.username} onLeave={() => setLeaving(true)} />}
    </SessionProvider>
  );
}
