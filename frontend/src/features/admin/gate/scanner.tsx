import { Box, Button, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { strings } from "./gate.strings";

/** How often a picture of the camera is read, in ms. */
const EVERY_MS = 180;
/** The same code is read again after this, in ms: it stays before the camera for a while. */
const AGAIN_MS = 4_000;
/** Longer side of the picture that is read without the browser's own reader, in px. */
const SIDE = 640;

/** The browser's own reader of codes, where it has one. */
interface CodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: readonly string[] }) => CodeDetector;

type Read = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Reads codes by the browser, or by code of ours that is loaded only then. */
async function readerOf(): Promise<Read> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass & { getSupportedFormats?(): Promise<string[]> } })
    .BarcodeDetector;
  const formats = (await Detector?.getSupportedFormats?.().catch(() => [])) ?? [];
  if (Detector !== undefined && formats.includes("qr_code")) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { default: decode } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return Promise.resolve(undefined);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return Promise.resolve(decode(context.getImageData(0, 0, canvas.width, canvas.height)));
    } catch {
      // No code in this picture.
      return Promise.resolve(undefined);
    }
  };
}

/** Why there is no picture, in words. */
function problemOf(error: unknown): string {
  const { camera } = strings;
  if (!(error instanceof DOMException)) return camera.none;
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return camera.refused;
  return error.name === "NotReadableError" ? camera.inUse : camera.none;
}

/** The camera's picture; calls `onCode` with the text of each code that it sees. */
export function Scanner({
  onCode,
  onClose,
}: {
  readonly onCode: (text: string) => void;
  readonly onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const [ready, setReady] = useState(false);
  const report = useRef(onCode);
  useEffect(() => {
    report.current = onCode;
  }, [onCode]);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let last = { text: "", at: 0 };
    const start = async (): Promise<void> => {
      // Undefined where the page is not encrypted.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (devices === undefined) throw new Error("no camera");
      const [opened, read] = await Promise.all([
        devices.getUserMedia({ video: { facingMode: "environment" }, audio: false }),
        readerOf(),
      ]);
      stream = opened;
      const element = video.current;
      if (ended || element === null) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      element.srcObject = opened;
      await element.play();
      setReady(true);
      const look = async (): Promise<void> => {
        const text = await read(element).catch(() => undefined);
        const now = performance.now();
        if (!ended && text !== undefined && text !== "" && (text !== last.text || now - last.at > AGAIN_MS)) {
          last = { text, at: now };
          report.current(text);
        } else if (text === last.text) last = { text, at: now };
        if (!ended) timer = setTimeout(() => void look(), EVERY_MS);
      };
      await look();
    };
    start().catch((error: unknown) => {
      if (!ended) setProblem(problemOf(error));
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <Box mb="4">
      {problem === undefined ? (
        <>
          <Box
            position="relative"
            borderRadius="card"
            overflow="hidden"
            bg="black"
            height={{ base: "52vw", sm: "20rem" }}
            maxHeight="20rem"
          >
            <video
              ref={video}
              muted
              playsInline
              aria-label={strings.camera.label}
              style={{ width: "100%", height: "100%", objectFit: "cover" }}
            />
          </Box>
          <Text role="status" textStyle="small" color="muted" mt="2">
            {ready ? strings.camera.hint : strings.camera.starting}
          </Text>
        </>
      ) : (
        <Text role="alert" bg="marigold.soft" borderRadius="card" p="4">
          {problem}
        </Text>
      )}
      <Button variant="outline" width="full" mt="2" onClick={onClose}>
        {strings.camera.close}
      </Button>
    </Box>
  );
}
