import { Flex, Text } from "@chakra-ui/react";
import { hasRight, type Right } from "@sakhi/domain/access/rights";
import { PATHS } from "@sakhi/domain/site/routes";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { useCheckAdministratorQuery } from "../../../api/admin-api";
import { usePageUse } from "../../../api/page-use";
import { LinkButton } from "../../../ui/link-button";
import { Hidden, PageBody, PageHeading, Spinner, useDocumentTitle } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { loginAddress } from "../addresses";
import { LoginAgain } from "../login/login-form";
import { GateDesk } from "./gate-desk";
import { forgetList, keeperOfList } from "./gate-storage";
import { strings } from "./gate.strings";
import { keepGateFiles } from "./keep-gate";

/** Who is at the gate, of which event. */
interface Keeper {
  readonly username: string;
  readonly slug: string | undefined;
  readonly isViewer: boolean;
  readonly maySell: boolean;
}

/** Who was at this tab's gate when it was last read: without network, nobody answers who it is. */
function keptKeeper(): Keeper | undefined {
  const keeper = keeperOfList();
  return keeper === undefined ? undefined : { ...keeper, isViewer: false, maySell: false };
}

/**
 * /paid-events/mela/gate: check-in. Once it was opened with the network, it continues and is reloaded without: the session is asked for now and then, and no
 * answer leaves everything as it is. When the session has ended, the login opens over the page and nothing is lost.
 */
export function GatePage() {
  useDocumentTitle(strings.title);
  usePageUse();
  const [params] = useSearchParams();
  const { data, isError, refetch } = useCheckAdministratorQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const [known, setKnown] = useState<Keeper>();
  const [stored] = useState(keptKeeper);
  const [left, setLeft] = useState(false);
  const isLoggedIn = data?.authenticated === true && data.step === undefined;
  const username = isLoggedIn ? (data.username ?? "") : undefined;
  const may = (right: Right) =>
    data?.role !== undefined && hasRight({ role: data.role, events: data.events ?? null }, right);
  const keeper =
    username === undefined
      ? undefined
      : {
          username,
          slug: params.get("event") ?? data?.events?.[0],
          isViewer: !may("gate.use"),
          maySell: may("gate.sell"),
        };
  if (keeper !== undefined && (keeper.username !== known?.username || keeper.slug !== known.slug)) setKnown(keeper);

  // An answer that nobody is logged in is one: what was stored is for a phone that gets none.
  const unanswered = data === undefined && isError ? stored : undefined;
  const shown = keeper ?? (left ? undefined : (known ?? unanswered));
  const isIn = keeper !== undefined;
  useEffect(() => {
    if (isIn) keepGateFiles();
  }, [isIn]);
  const isGone = data !== undefined && shown === undefined;
  useEffect(() => {
    if (isGone) forgetList();
  }, [isGone]);

  if (data === undefined && shown === undefined) {
    return (
      <PageBody narrow>
        <PageHeading>{strings.title}</PageHeading>
        {isError ? (
          <FailureState message={strings.unreachable} onRetry={() => void refetch()} />
        ) : (
          <Flex role="status" justify="center" py="12" color="rani.text">
            <Spinner size={32} />
            <Hidden>{strings.checking}</Hidden>
          </Flex>
        )}
      </PageBody>
    );
  }
  // A first password is changed in the dashboard.
  if (data?.authenticated === true && data.step !== undefined) return <Navigate to={PATHS.dashboard} replace />;
  if (shown === undefined) {
    const { search } = globalThis.location;
    return <Navigate to={left ? PATHS.adminLogin : loginAddress(PATHS.gate + search)} replace />;
  }
  if (shown.isViewer || shown.slug === undefined) {
    return (
      <PageBody narrow>
        <PageHeading>{strings.title}</PageHeading>
        <Text my="4">{shown.isViewer ? strings.viewer : strings.chooseEvent}</Text>
        <LinkButton to={PATHS.dashboard} variant="outline" label={strings.toDashboard} />
      </PageBody>
    );
  }
  return (
    <PageBody narrow>
      <GateDesk
        key={`${shown.username} ${shown.slug}`}
        {...{ slug: shown.slug, username: shown.username, maySell: shown.maySell }}
        onLeave={() => setLeft(true)}
      />
      {keeper === undefined && data !== undefined && (
        <LoginAgain username={shown.username} onLeave={() => setLeft(true)} />
      )}
    </PageBody>
  );
}
