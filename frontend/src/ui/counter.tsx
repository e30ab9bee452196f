import { useEffect, useState } from "react";
import { usePrefersStill } from "./motion";

/** How long a counter runs, and when it starts, in ms (specification 1, section 4). */
export const COUNT_MS = 2000;
const DELAY_MS = 100;

const indian = new Intl.NumberFormat("en-IN");

/** A number that counts up from 0, fast first and slow at the end; it stands at once for those who want no motion. */
export function Counter({ target, suffix }: { readonly target: number; readonly suffix: string }) {
  const still = usePrefersStill();
  const [shown, setShown] = useState(0);

  useEffect(() => {
    if (still) return;
    let frame = 0;
    const count = (start: number) => {
      const part = Math.min(1, (performance.now() - start) / COUNT_MS);
      setShown(Math.round(target * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(() => count(start));
    };
    const timer = setTimeout(() => count(performance.now()), DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [target, still]);

  return (
    <>
      {indian.format(still ? target : shown)}
      {suffix}
    </>
  );
}
