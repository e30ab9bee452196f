import { registerPath } from "@sakhi/domain/site/routes";
import { STALL_TYPE_PATTERN } from "@sakhi/domain/stalls/stall.types";
import { startTransition, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useNamedEvent } from "../../api/event-facts";
import { apiErrorOf, userMessage } from "../../api/failure";
import { Unreachable } from "../../api/lost-answer";
import type { LayoutStall } from "../../api/mela-api";
import { isOverloaded } from "../../api/overload";
import { useSteady } from "../../ui/steady";
import { useToasts } from "../../ui/toast";
import { strings } from "./mela.strings";
import { forgetOrder } from "./order-memory";
import { sizeOf } from "./plan-prices";
import type { ReserveProblem } from "./reserve-dialogs";
import type { LostRace } from "./reserve-outcomes";
import { type NoSales, salesToast } from "./sales";
import type { ChosenStall, StallQuery } from "./stall-labels";
import type { MyHoldState } from "./use-my-hold";
import { CookieRefused, ProofFailed, useReserve } from "./use-reserve";

function similarOf(error: unknown): StallQuery[] {
  const { similar } = apiErrorOf(error);
  if (!Array.isArray(similar)) return [];
  return similar.flatMap((stall: unknown) => {
    const { stallId, type, price } = (stall ?? {}) as Record<string, unknown>;
    if (typeof stallId !== "string" || typeof price !== "number") return [];
    if (typeof type !== "string" || !STALL_TYPE_PATTERN.test(type)) return [];
    return [{ stallId, type, price }];
  });
}

/** Why a reservation failed on this side, where the dialog stays open to say it; undefined if the server refused it. */
function ownFailure(error: unknown, stallId: string): ReserveProblem | undefined {
  if (isOverloaded(error)) return strings.toasts.crowded(stallId);
  if (error instanceof ProofFailed) return strings.toasts.checkFailed;
  if (error instanceof CookieRefused) return strings.toasts.cookieRefused;
  return error instanceof Unreachable ? strings.toasts.noAnswer(stallId) : undefined;
}

/**
 * Choosing and reserving: which dialog is open, and what a click on a stall does.
 *
 * @param shown the event whose plan the page shows. A chosen stall keeps the one it was chosen from, and is reserved there
 *   or not at all
 */
export function useReserving(myHold: MyHoldState, noSales: NoSales | undefined, shown: ChosenStall["event"]) {
  const { dismissToast, showToast } = useToasts();
  const navigate = useNavigate();
  const event = useNamedEvent();
  const { slug } = shown;
  const [chosen, setChosen] = useState<ChosenStall>();
  const [problem, setProblem] = useState<ReserveProblem>();
  const [lost, setLost] = useState<LostRace>();
  const [blocked, setBlocked] = useState<string>();
  const { reserveStall, pending, checking, crowded, cancel } = useReserve(myHold);

  const choose = useSteady((stall: LayoutStall) => {
    const { hold } = myHold;
    const isHers = hold?.stallId === stall.stallId || hold?.stalls?.some(({ stallId }) => stallId === stall.stallId);
    if (hold && isHers === true && hold.event === slug)
      return void navigate(registerPath(hold.stalls === undefined ? stall : hold, event));
    switch (stall.status) {
      case "Available":
        // A toast about another stall is out of date.
        dismissToast();
        setProblem(undefined);
        if (noSales === undefined)
          // The stall shows the press first: opening the dialog keeps a slow phone busy for half a second.
          startTransition(() => setChosen({ ...stall, size: sizeOf(stall), event: shown }));
        else showToast({ kind: "info", ...salesToast(noSales) });
        break;
      case "Reserved":
        showToast({ kind: "info", ...(stall.blocked ? strings.toasts.blocked : strings.toasts.reserved) });
        break;
      case "Sold":
        showToast({ kind: "info", ...strings.toasts.sold });
        break;
    }
  });
  const confirm = async ({ stallId, price: asked, event: of }: ChosenStall, adds = false) => {
    dismissToast();
    setProblem(undefined);
    try {
      const held = await reserveStall(stallId, slug, of.slug, adds);
      if (held === undefined) return;
      setChosen(undefined);
      forgetOrder();
      if (adds) {
        // Her booking as it is now: of all its stalls.
        const now = await myHold.refresh();
        await navigate(registerPath(now ?? held, event));
        return;
      }
      // She was asked about another price: an operator or a date changed it meanwhile.
      if (held.price !== asked) showToast({ kind: "info", ...strings.toasts.otherPrice(held, asked) });
      await navigate(registerPath(held, event));
    } catch (error) {
      const own = ownFailure(error, stallId);
      setProblem(own);
      // The dialog stays, to try once more.
      if (own !== undefined) return;
      setChosen(undefined);
      const { title, description } = strings.toasts.reservationFailed;
      if (apiErrorOf(error).code === "network_blocked") {
        setBlocked(userMessage(error, description));
        return;
      }
      const message = userMessage(error, description);
      const similar = similarOf(error);
      const { code } = apiErrorOf(error);
      if (code === "event_changed") {
        // The page says which event it shows now, and leads back to hers.
        showToast({ kind: "error", ...strings.toasts.eventChanged(stallId, of.line) });
        return;
      }
      if (code === "stall_paused") {
        setLost({ stallId, event: of, similar, paused: message });
        return;
      }
      showToast({ kind: "error", title, description: message });
      if (similar.length > 0) setLost({ stallId, event: of, similar });
    }
  };
  const dismiss = () => {
    cancel();
    setChosen(undefined);
  };
  return {
    choose,
    /** The question whether the chosen stall is to be reserved. */
    question: {
      stall: chosen,
      pending,
      checking,
      crowded,
      problem,
      onCancel: dismiss,
      onConfirm: (stall: ChosenStall) => void confirm(stall),
      onAdd: (stall: ChosenStall) => void confirm(stall, true),
    },
    /** Says that the network reserves too many stalls. */
    blocked: { message: blocked, onClose: () => setBlocked(undefined) },
    /** Offers stalls that are like the one that somebody else was faster to reserve. */
    similar: {
      lost,
      onClose: () => setLost(undefined),
      onChoose: (stall: ChosenStall) => {
        setLost(undefined);
        setProblem(undefined);
        setChosen(stall);
      },
    },
  };
}
