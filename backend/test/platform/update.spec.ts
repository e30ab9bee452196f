import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "@jest/globals";

// deploy/update.sh with a stand-in for Docker, which keeps containers as lines "<service> <id> <image>"; with a real engine
// deploy/test/second-day.mjs and lifetime.mjs run it.

const UPDATE = fileURLToPath(new URL("../../../deploy/update.sh", import.meta.url));
const DOCKER = `#!/bin/bash
cd "$STATE"
echo "$*" >> calls
ids() { grep "^$1 " containers | cut -d' ' -f2; }
drop() { grep -v " $1 " containers > left; mv left containers; }
case "$*" in
  "compose --env-file none ps -q "*) ids "\${*: -1}" ;;
  "compose --env-file none run "*) exit "$MIGRATED" ;;
  "compose --env-file none up "*)
    for service in api orchestrator jobs backup decoder; do
      case " $* " in *" $service "*)
        wanted=$(sed -nE "s/.*--scale $service=([0-9]+).*/\\1/p" <<< "$*")
        ids "$service" | tail -n +$((\${wanted:-2} + 1)) | while read -r id; do drop "$id"; done
        while [ "$(ids "$service" | wc -l)" -lt "\${wanted:-2}" ]; do
          echo "$service new$RANDOM$RANDOM $(cat tag)" >> containers
        done ;;
      esac
    done ;;
  "compose --env-file none build "*) echo "$BUILT" > tag ;;
  "image inspect --format {{.Id}} "*) cat tag ;;
  "image inspect "*) [ -f previous ] ;;
  "inspect --format {{.Image}} "*) shift 3; for id; do grep " $id " containers | cut -d' ' -f3; done ;;
  "tag sakhi-bazaar:previous "*) cp previous tag ;;
  "tag "*) echo "$2" > previous ;;
  "stop "*) id=\${*: -1}; grep -q " $id " containers && drop "$id" ;;
esac
`;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sakhi-update-"));
  writeFileSync(join(state, "docker"), DOCKER, { mode: 0o755 });
  run("api", 4);
  run("orchestrator", 2);
  run("jobs", 3);
});
afterEach(() => rmSync(state, { recursive: true }));

/** Containers of a service run the first release. */
function run(service: string, count: number): void {
  const lines = Array.from({ length: count }, (_, nth) => `${service} ${service}${nth} sha256:first\n`);
  writeFileSync(join(state, "containers"), lines.join(""), { flag: "a" });
}
function update(built: string, { migrated = 0, args = [] as string[] } = {}): number | null {
  const env = {
    PATH: `${state}:${process.env["PATH"] ?? ""}`,
    STATE: state,
    COMPOSE: "docker compose --env-file none",
  };
  return spawnSync("bash", [UPDATE, ...args], { env: { ...env, BUILT: built, MIGRATED: String(migrated) } }).status;
}
/** Images of a service's containers. */
const images = (service: string): string[] =>
  readFileSync(join(state, "containers"), "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith(`${service} `) ? [line.split(" ")[2] ?? ""] : []));
const previous = () => readFileSync(join(state, "previous"), "utf8").trim();

it("keeps as many processes as run, all of the new release", () => {
  expect(update("sha256:second")).toBe(0);
  expect(images("api")).toEqual(Array(4).fill("sha256:second"));
  expect([images("orchestrator").length, images("jobs").length]).toEqual([2, 3]);
  expect(previous()).toBe("sha256:first");
});

it("returns to the release that ran, although another was built and never ran", () => {
  expect(update("sha256:broken", { migrated: 1 })).toBe(1);
  expect(images("api")).toEqual(Array(4).fill("sha256:first"));
  expect(update("sha256:second")).toBe(0);
  expect(previous()).toBe("sha256:first");
  expect(update("", { args: ["back"] })).toBe(0);
  expect(images("api")).toEqual(Array(4).fill("sha256:first"));
});

it("continues if a process ends by itself meanwhile", () => {
  const docker = DOCKER.replace('"stop "*)', '"stop "*) drop api2;');
  writeFileSync(join(state, "docker"), docker, { mode: 0o755 });
  expect(update("sha256:second")).toBe(0);
  expect(images("api")).toEqual(Array(4).fill("sha256:second"));
});

it("changes nothing for an unknown word", () => {
  expect(update("sha256:second", { args: ["forward"] })).toBe(2);
  expect(images("api")).toEqual(Array(4).fill("sha256:first"));
});
