import { letsIn, mayLetIn, type GateAnswer } from "@sakhi/domain/gate/ticket.rules";
import { useCallback, useRef } from "react";

/** Tones of an answer: [Hz, seconds]. High and short: come in; two low ones: stop; two in between: look. */
function tonesOf(answer: GateAnswer): readonly (readonly [number, number])[] {
  if (letsIn(answer)) return [[880, 0.12]];
  if (mayLetIn(answer)) {
    return [
      [660, 0.12],
      [550, 0.18],
    ];
  }
  return [
    [220, 0.2],
    [180, 0.35],
  ];
}

function play(audio: AudioContext, answer: GateAnswer): void {
  let at = audio.currentTime;
  for (const [hz, seconds] of tonesOf(answer)) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0.4, at);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + 0.05;
  }
}

/**
 * Says answers in sound, and in the hand where the phone can: colour and word say the same. Browsers allow sounds after a press:
 * `allow` is called by one.
 */
export function useSignals(): { readonly allow: () => void; readonly say: (answer: GateAnswer) => void } {
  const audio = useRef<AudioContext>(undefined);
  const allow = useCallback(() => {
    try {
      audio.current ??= new AudioContext();
      audio.current.resume().catch(() => undefined);
    } catch {
      // No sound here.
    }
  }, []);
  const say = useCallback((answer: GateAnswer) => {
    if ("vibrate" in navigator) navigator.vibrate(letsIn(answer) ? 80 : [120, 80, 250]);
    if (audio.current !== undefined) play(audio.current, answer);
  }, []);
  return { allow, say };
}
