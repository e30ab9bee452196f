import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BACKEND } from "../platform/folders.js";

/**
 * How far the decoder's process is shut in (docs/decisions/0089). `jail`: it sees a file system with Node and its own code and
 * nothing else, no network, no other process, and has no right that its user has. `user`: another user without rights, on this
 * machine's file system and network. `node`: the same user; only Node's own permissions hold it, native code passes them.
 */
export type IsolationLevel = "jail" | "user" | "node";

/** How the decoder is started. */
export interface Isolation {
  readonly level: IsolationLevel;
  /** What is true then, in words, for the log of the start and for preflight. */
  readonly words: string;
  /** Puts what shuts it in before a command. @param files and folders that it may read */
  wrap(command: readonly string[], readable: readonly string[]): readonly string[];
}

const WORDS: Readonly<Record<IsolationLevel, string>> = {
  jail: "it sees its own code only: no other file, process, network or secret of this machine",
  user: "it is another user without rights and without our settings, but not cut off from the network and from files that everyone may read",
  node: "it has none of our settings, and Node's permissions keep it from files and programs; a hole in native code passes them. Allow unprivileged user namespaces, or give it a container (DECODER_SOCKET)",
};

/** The user that owns nothing, on every Linux. */
const NOBODY = 65_534;
/** What programs need of the system, and no more: no /etc, /home, /proc, /run, /var. */
const SYSTEM = ["/bin", "/lib", "/lib64", "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/local/lib"];

/**
 * Builds an empty file system, shows what is listed before `--` in it for reading only, and runs the rest there. Runs in mount
 * and network namespaces of its own, as their root.
 */
const JAIL = `set -e
umask 022 # The product's own keeps folders from the decoder's user.
root=$1; shift
mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs "$root"
show() {
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}"; : > "$root$1"; fi
  mount --bind "$1" "$root$1"
  mount -o "remount,bind,$2" "$root$1"
}
while [ "$1" != -- ]; do if [ -e "$1" ] && [ ! -e "$root$1" ]; then show "$1" ro,nosuid,nodev; fi; shift; done
shift
show /dev/null nosuid,noexec
show /dev/urandom nosuid,noexec
mount -o remount,bind,ro,nosuid,nodev "$root"
cd "$root"
exec chroot . "$@"`;

/** No right of any user is left, and none can be gained again. */
const RIGHTLESS = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...RIGHTLESS, "--"];

function jail(isRoot: boolean, folder: string): Isolation {
  const spaces = isRoot
    ? ["--mount", "--net", "--ipc", "--uts"]
    : // Its own processes, too: as the same user it could end ours. They end with the first.
      ["--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child"];
  const drop = isRoot ? AS_NOBODY : ["setpriv", ...RIGHTLESS, "--"];
  return {
    level: "jail",
    words: WORDS.jail,
    wrap: (command, readable) => [
      ...["unshare", ...spaces, "--", "/bin/sh", "-c", JAIL, "sh", folder],
      ...[...SYSTEM, ...readable, "--", ...drop, ...command],
    ],
  };
}

const asNobody: Isolation = { level: "user", words: WORDS.user, wrap: (command) => [...AS_NOBODY, ...command] };
const byNodeOnly: Isolation = { level: "node", words: WORDS.node, wrap: (command) => command };

let found: Isolation | undefined;

/** The strictest isolation that this machine allows; tried once in each process. */
export function isolation(): Isolation {
  found ??= strictest();
  return found;
}

function strictest(): Isolation {
  const isRoot = process.getuid?.() === 0;
  // Stays empty: what is mounted there is seen in the decoder only.
  const folder = mkdtempSync(join(tmpdir(), "sakhi-decoder-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const candidates = [jail(isRoot, folder), ...(isRoot ? [asNobody] : [])];
  return candidates.find((each) => works(each)) ?? byNodeOnly;
}

/** What shuts the decoder in, for people. @param socket of one in a container of its own */
export function decoderIsolation(socket: string | undefined): { readonly isWhole: boolean; readonly words: string } {
  if (socket !== undefined) return { isWhole: true, words: `it runs in a container of its own, behind ${socket}` };
  const { level, words } = isolation();
  return { isWhole: level === "jail", words };
}

/** Whether Node starts under it, and reads our code. */
function works(candidate: Isolation): boolean {
  const own = fileURLToPath(new URL("package.json", BACKEND));
  const reads = [process.execPath, "-e", "require('fs').readFileSync(process.argv[1])", own];
  const [program = "", ...args] = candidate.wrap(reads, [process.execPath, own]);
  return (
    spawnSync(program, args, { env: DECODER_ENVIRONMENT, stdio: "ignore", timeout: 30_000, cwd: "/" }).status === 0
  );
}

/** The decoder's environment: none of our settings. glibc: one arena, so that freed memory is reused. */
export const DECODER_ENVIRONMENT = {
  PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
  MALLOC_ARENA_MAX: "1",
  UV_THREADPOOL_SIZE: "1",
};

/** Files and folders that a script needs: itself, Node, and the packages it loads. */
export function neededBy(script: string): readonly string[] {
  const path = (name: string) => fileURLToPath(new URL(name, BACKEND));
  const isBundled = dirname(script) !== path("dist").replace(/\/$/, "");
  return [
    process.execPath,
    ...(isBundled ? [script] : [path("dist"), path("../domain/dist"), path("../domain/package.json")]),
    ...[path("package.json"), path("node_modules"), path("../node_modules")],
  ].filter((each) => existsSync(each));
}

/** Node's own limits: reads what it needs, writes nothing, starts nothing. Addons: sharp is one. */
export function nodePermissions(readable: readonly string[], version = process.versions.node): readonly string[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isStable = major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13);
  return [
    isStable ? "--permission" : "--experimental-permission",
    "--allow-addons",
    ...readable.map((each) => `--allow-fs-read=${each}`),
  ];
}
