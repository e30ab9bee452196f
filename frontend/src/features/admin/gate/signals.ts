import type { GateAnswer } from "@sakhi/domain/gate/ticket.rules";

let audio: AudioContext | undefined;

/** Sounds need a press first; called by the buttons that start to scan. */
export function allowSounds(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    // No sound here: colour and word say the same.
  }
}

/** Tones of an answer: [Hz, seconds]. High and short: come in; two low ones: stop; one in between: look. */
function tonesOf(answer: GateAnswer): readonly (readonly [number, number])[] {
  if (answer === "right") return [[880, 0.12]];
  if (answer === "papers" || answer === "moved") {
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

/** Says an answer in sound, and in the hand where the phone can. */
export function signal(answer: GateAnswer): void {
  const tones = tonesOf(answer);
  try {
    navigator.vibrate?.(answer === "right" ? 80 : [120, 80, 250]);
  } catch {
    // Not allowed before the first press.
  }
  if (audio === undefined) return;
  let at = audio.currentTime;
  for (const [hz, seconds] of tones) {
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
