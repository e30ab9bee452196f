import { useEffect } from "react";
import { useDispatch } from "react-redux";
import { changed } from "./site-state";

/** How long after the last press or key a page counts as in use, in ms. */
const IN_USE_MS = 60_000;

/** Watches whether somebody uses the page: what it reads by itself meanwhile does not extend the administrator's session. */
export function usePageUse(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    let idle = false;
    let timer: ReturnType<typeof setTimeout>;
    const set = (now: boolean) => dispatch(changed({ idle: (idle = now) }));
    const onUse = () => {
      clearTimeout(timer);
      timer = setTimeout(set, IN_USE_MS, true);
      if (idle) set(false);
    };
    onUse();
    document.addEventListener("pointerdown", onUse, true);
    document.addEventListener("keydown", onUse, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", onUse, true);
      document.removeEventListener("keydown", onUse, true);
      if (idle) set(false);
    };
  }, [dispatch]);
}
