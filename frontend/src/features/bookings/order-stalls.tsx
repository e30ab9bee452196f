import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { neighbours } from "@sakhi/domain/bookings/neighbours";
import { X } from "lucide-react";
import { userMessage } from "../../api/failure";
import { answered } from "../../api/lost-answer";
import { type LayoutStall, type MyHold, useGetLayoutQuery, useReleaseStallMutation } from "../../api/mela-api";
import { useBusy } from "../../ui/busy";
import { rupees } from "../../ui/money";
import { SteadyButton } from "../../ui/steady-button";
import { useToasts } from "../../ui/toast";
import { stallsOf, strings } from "./several-stalls.strings";
import type { MyHoldState } from "./use-my-hold";
import { useReserve } from "./use-reserve";

/** A stall's area; one without a size is 10 by 10 feet. */
const areaOf = (stall: LayoutStall) => ({ ...stall, w: stall.width ?? 10, h: stall.height ?? 10 });

/**
 * The stalls of a booking that is not paid for: each can be removed, and free ones beside them can be added, until the payment starts.
 * For a booking with one stall, only what can be added.
 */
export function OrderStalls({ hold, myHold }: { readonly hold: MyHold; readonly myHold: MyHoldState }) {
  const { showToast } = useToasts();
  const stalls = stallsOf(hold);
  const isPaying = hold.state === "paying";
  const { canAdd = 0, event } = hold;
  const { data: plan } = useGetLayoutQuery(event, { skip: canAdd === 0 || isPaying });
  const [busy, once] = useBusy(() => void myHold.refresh());
  const [release] = useReleaseStallMutation();
  const { reserveStall, pending } = useReserve(myHold);

  const remove = (stallId: string) =>
    once(async () => {
      try {
        await answered(
          () => release({ stallId, event, onlyThis: true }).unwrap(),
          myHold.refresh,
          (now) => (now && stallsOf(now).some((each) => each.stallId === stallId) ? undefined : { released: true }),
        );
        showToast({ kind: "info", ...strings.removed(stallId) });
      } catch (error) {
        showToast({ kind: "error", title: strings.notRemoved(stallId), description: userMessage(error, "") });
      }
      await myHold.refresh();
      return false;
    });
  const add = (stallId: string) =>
    once(async () => {
      try {
        const added = await reserveStall(stallId, event, event, true);
        if (added !== undefined) showToast({ kind: "info", ...strings.added(stallId) });
      } catch (error) {
        showToast({ kind: "error", title: strings.notAdded(stallId), description: userMessage(error, "") });
      }
      await myHold.refresh();
      return false;
    });

  const all = (plan?.stalls ?? []).map(areaOf);
  const own = all.filter(({ stallId }) => stalls.some((each) => each.stallId === stallId));
  const beside =
    isPaying || canAdd === 0
      ? []
      : neighbours(
          own,
          all.filter(({ status }) => status === "Available"),
        );
  if (stalls.length === 1 && (canAdd === 0 || isPaying)) return null;
  const working = busy || pending;
  return (
    <chakra.section aria-labelledby="order-stalls" minWidth="0">
      <chakra.h2 id="order-stalls" textStyle="h3" mb="2">
        {strings.title}
      </chakra.h2>
      <chakra.ul listStyleType="none" display="grid" gap="1">
        {stalls.map(({ stallId, type, price }) => (
          <chakra.li key={stallId}>
            <Flex justify="space-between" align="center" columnGap="3" wrap="wrap">
              <Text overflowWrap="anywhere">{strings.stall(stallId, type)}</Text>
              <Flex align="center" gap="1" ms="auto">
                <Text fontVariantNumeric="tabular-nums">{rupees(price)}</Text>
                {stalls.length > 1 && !isPaying && (
                  <SteadyButton
                    variant="plain"
                    minWidth="tap"
                    minHeight="tap"
                    px="0"
                    aria-label={strings.remove(stallId)}
                    title={strings.remove(stallId)}
                    inactive={working}
                    onClick={() => void remove(stallId)}
                  >
                    <X size={20} aria-hidden />
                  </SteadyButton>
                )}
              </Flex>
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
      {canAdd > 0 && !isPaying && (
        <Box mt="3" textStyle="small">
          <Text color="muted">{strings.more(canAdd)}</Text>
          {beside.length > 0 && (
            <>
              <Text mt="2" fontWeight="600">
                {strings.beside}
              </Text>
              <Flex mt="1" gap="2" wrap="wrap">
                {beside.map(({ stallId, price }) => (
                  <SteadyButton
                    key={stallId}
                    variant="outline"
                    size="sm"
                    minHeight="tap"
                    inactive={working}
                    onClick={() => void add(stallId)}
                  >
                    {strings.addOne(stallId, price)}
                  </SteadyButton>
                ))}
              </Flex>
            </>
          )}
        </Box>
      )}
    </chakra.section>
  );
}
