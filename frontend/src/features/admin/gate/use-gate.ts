import { type SeenArrival, type TwiceNotice, twiceNotices } from "@sakhi/domain/gate/gate.notices";
import { GATE_POLL_MS, MAX_TICKS, type TickOutcome } from "@sakhi/domain/gate/gate.rules";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type GateListResponse,
  type GateNowResponse,
  useLazyGetGateListQuery,
  useLazyGetGateNowQuery,
  useSendGateTicksMutation,
} from "../../../api/admin-api";
import { apiErrorOf, isUnanswered } from "../../../api/failure";
import * as storage from "./gate-storage";

/** A booking of the list, with its arrival today as far as this phone knows. */
export type GateRow = GateListResponse["entries"][number] & {
  /** Undefined if she is not in. */
  readonly arrived: SeenArrival | undefined;
  /** Her tick is on this phone only. */
  readonly waits: boolean;
};

/** Something that the person at the gate has to know afterwards. */
export type GateNotice =
  | { readonly kind: "twice"; readonly key: string; readonly stallId: string; readonly twice: TwiceNotice }
  | { readonly kind: "moved"; readonly key: string; readonly stallId: string; readonly movedTo: string }
  | { readonly kind: "refused"; readonly key: string; readonly stallId: string; readonly outcome: TickOutcome };

/** How the list stands. */
export type GateState = "loading" | "failed" | "offline" | "online";

/** The longest wait for an answer in a bad network, in ms. */
const ANSWER_MS = 8_000;

const late = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer in time")), ANSWER_MS)),
  ]);

/**
 * The gate's list on this phone, with ticks that wait for the network. Everything works from what is here; the server is asked every
 * ten seconds, and right after a tick.
 */
export function useGate(slug: string, username: string) {
  const [kept, setKept] = useState(() => storage.keptList(slug, username));
  const [ticks, setTicks] = useState(() =>
    storage.storedTicks().filter((tick) => tick.slug === slug && tick.username === username),
  );
  const [undos, setUndos] = useState(() =>
    storage.storedUndos().filter((undo) => undo.slug === slug && undo.username === username),
  );
  const [answered, setAnswered] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const [afterwards, setAfterwards] = useState<readonly GateNotice[]>([]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [readList] = useLazyGetGateListQuery();
  const [readNow] = useLazyGetGateNowQuery();
  const [sendTicks] = useSendGateTicksMutation();
  const state = useRef({ kept, ticks, undos });
  useEffect(() => {
    state.current = { kept, ticks, undos };
  }, [kept, ticks, undos]);

  /** After the logout, an answer that was on its way brings no names back. */
  const closed = useRef(false);

  const keep = useCallback(
    (list: GateListResponse) => {
      if (closed.current) return;
      const next = { username, list, readAt: Date.now() };
      // Of an event that is over it is shown, and not kept.
      if (isPast(list)) storage.forgetList();
      else storage.keepList(next);
      setKept(next);
    },
    [username],
  );

  const take = useCallback(
    async (now: GateNowResponse) => {
      const { kept: known } = state.current;
      if (known === undefined || now.version !== known.list.version) {
        keep(await late(readList(slug).unwrap()));
      } else {
        // A day that is none of the event's is absent from the answer.
        const { day: _, ...list } = known.list;
        keep({ ...list, ...now });
      }
    },
    [keep, readList, slug],
  );

  const running = useRef<Promise<boolean>>(undefined);
  const start = useCallback((): Promise<boolean> => {
    const run = async (): Promise<void> => {
      const unsent = state.current.ticks.filter(({ sent }) => !sent).slice(0, MAX_TICKS);
      const undone = state.current.undos.slice(0, MAX_TICKS);
      if (state.current.kept === undefined && unsent.length + undone.length === 0) {
        keep(await late(readList(slug).unwrap()));
      } else if (unsent.length + undone.length === 0) {
        await take(await late(readNow(slug).unwrap()));
      } else {
        const sendTicksDto = {
          sentAt: Date.now(),
          ticks: unsent.map(({ id, bookingId, stallId, at }) => ({ id, bookingId, stallId, at })),
          undos: undone.map(({ tickId }) => ({ tickId })),
        };
        const now = await late(sendTicks({ slug, sendTicksDto }).unwrap());
        for (const { tickId } of undone) storage.removeUndo(tickId);
        const refused = new Set<string>();
        for (const { tickId, outcome, movedTo } of now.outcomes) {
          const tick = unsent.find(({ id }) => id === tickId);
          if (tick === undefined) continue;
          const { stallId } = tick;
          if (movedTo !== undefined)
            setAfterwards((all) => [...all, { kind: "moved", key: `moved ${tickId}`, stallId, movedTo }]);
          if (outcome === "cancelled" || outcome === "other_day" || outcome === "unknown") {
            refused.add(tickId);
            storage.removeTick(tickId);
            setAfterwards((all) => [...all, { kind: "refused", key: `refused ${tickId}`, stallId, outcome }]);
          } else storage.storeTick({ ...tick, sent: true });
        }
        const sentIds = new Set(unsent.map(({ id }) => id));
        const undoneIds = new Set(undone.map(({ tickId }) => tickId));
        setTicks((all) =>
          all
            .filter(({ id }) => !refused.has(id))
            .map((tick) => (sentIds.has(tick.id) ? { ...tick, sent: true } : tick)),
        );
        setUndos((all) => all.filter(({ tickId }) => !undoneIds.has(tickId)));
        await take(now);
      }
      setAnswered(true);
      setProblem(undefined);
    };
    running.current = run()
      .then(() => true)
      .catch((error: unknown) => {
        setAnswered(false);
        const { code, message } = apiErrorOf(error);
        setProblem(code === undefined || isUnanswered(error) ? undefined : message);
        if (code === "other_gate" || code === "event_not_found") {
          storage.forgetList();
          setKept(undefined);
        }
        return false;
      })
      .finally(() => {
        running.current = undefined;
      });
    return running.current;
  }, [keep, readList, readNow, sendTicks, slug, take]);
  /**
   * Asks the server, and sends what waits. @param fresh also what was ticked while an earlier call is on its way
   *
   * @returns whether it answered
   */
  const sync = useCallback(
    (fresh = false): Promise<boolean> => {
      const earlier = running.current;
      if (earlier === undefined) return start();
      return fresh ? earlier.then(() => running.current ?? start()) : earlier;
    },
    [start],
  );

  useEffect(() => {
    closed.current = false;
    storage.forgetOldTicks();
    void sync();
    const timer = setInterval(() => {
      const { kept: known } = state.current;
      if (known !== undefined && isPast(known.list)) storage.forgetList();
      void sync();
    }, GATE_POLL_MS);
    const onOnline = () => void sync();
    const onOffline = () => setAnswered(false);
    addEventListener("online", onOnline);
    addEventListener("offline", onOffline);
    return () => {
      closed.current = true;
      clearInterval(timer);
      removeEventListener("online", onOnline);
      removeEventListener("offline", onOffline);
    };
  }, [sync]);

  const list = kept?.list;
  const rows = useMemo(() => rowsOf(list, ticks, undos, username), [list, ticks, undos, username]);
  const notices = useMemo(() => {
    const own = new Set(ticks.map(({ id }) => id));
    const twice = twiceNotices(own, list?.arrivals ?? []).map((notice): GateNotice => {
      const stallId = list?.entries.find(({ bookingId }) => bookingId === notice.bookingId)?.stallId ?? "";
      return { kind: "twice", key: `twice ${notice.tickId} ${notice.other.tickId}`, stallId, twice: notice };
    });
    return [...afterwards, ...twice].filter(({ key }) => !dismissed.has(key));
  }, [ticks, list, afterwards, dismissed]);

  const tick = useCallback(
    (row: GateRow) => {
      const own: storage.OwnTick = {
        ...{ id: crypto.randomUUID(), bookingId: row.bookingId, stallId: row.stallId, at: Date.now() },
        ...{ slug, username, sent: false },
      };
      storage.storeTick(own);
      setTicks((all) => [...all, own]);
      state.current = { ...state.current, ticks: [...state.current.ticks, own] };
      return own;
    },
    [slug, username],
  );
  const undo = useCallback(
    (tickId: string) => {
      const own = state.current.ticks.find(({ id }) => id === tickId);
      if (own?.sent === false && running.current === undefined) {
        // Nobody knows of it yet.
        storage.removeTick(tickId);
        setTicks((all) => all.filter(({ id }) => id !== tickId));
        state.current = { ...state.current, ticks: state.current.ticks.filter(({ id }) => id !== tickId) };
        return;
      }
      const undone = { tickId, slug, username };
      storage.storeUndo(undone);
      setUndos((all) => [...all, undone]);
      state.current = { ...state.current, undos: [...state.current.undos, undone] };
      void sync(true);
    },
    [slug, sync, username],
  );
  /** Takes every name off this phone, and what waits. @returns brings the list back, if the logout did not work */
  const leave = useCallback(() => {
    closed.current = true;
    storage.forgetList();
    for (const { id } of storage.storedTicks()) storage.removeTick(id);
    for (const { tickId } of storage.storedUndos()) storage.removeUndo(tickId);
    setKept(undefined);
    setTicks([]);
    setUndos([]);
    return () => {
      closed.current = false;
    };
  }, []);
  const waiting = ticks.filter(({ sent }) => !sent).length + undos.length;
  const stateNow: GateState =
    list === undefined ? (answered === false ? "failed" : "loading") : answered === false ? "offline" : "online";
  return {
    ...{ list, rows, notices, waiting, problem, tick, undo, sync, leave },
    state: stateNow,
    readAt: kept?.readAt,
    dismiss: (key: string) => setDismissed((all) => new Set([...all, key])),
  };
}

const isPast = ({ keepUntil }: GateListResponse): boolean => Date.parse(keepUntil) <= Date.now();

/** What this phone knows of each booking: the server's arrivals, its own ticks that wait, and what it undid. */
function rowsOf(
  list: GateListResponse | undefined,
  ticks: readonly storage.OwnTick[],
  undos: readonly storage.OwnUndo[],
  username: string,
): readonly GateRow[] {
  if (list === undefined) return [];
  const undone = new Set(undos.map(({ tickId }) => tickId));
  return list.entries.map((entry) => {
    const { bookingId } = entry;
    const known = list.arrivals.find((arrival) => arrival.bookingId === bookingId);
    const left = known === undefined ? [] : [known, ...known.again].filter(({ tickId }) => !undone.has(tickId));
    const [first, ...again] = left;
    if (first !== undefined)
      return {
        ...entry,
        waits: false,
        arrived: { bookingId, tickId: first.tickId, at: first.at, by: first.by, again },
      };
    const own = ticks.find((tick) => !tick.sent && tick.bookingId === bookingId && !undone.has(tick.id));
    return {
      ...entry,
      waits: own !== undefined,
      arrived:
        own === undefined
          ? undefined
          : { bookingId, tickId: own.id, at: new Date(own.at).toISOString(), by: username, again: [] },
    };
  });
}
