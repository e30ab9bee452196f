import { pbkdf2Sync } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import type { Challenge, DeriveKeyFunction } from "altcha-lib/types";
import type { Answer, TestVisitor } from "./mela.js";

/** What solving a challenge came to. */
interface Solved {
  /** As the page sends it. */
  readonly proof: string;
  /** PBKDF2 iterations that were computed for it. */
  readonly hashes: number;
}

/** Solves a challenge as the page's worker does, and counts what it takes. */
export async function solve(challenge: Challenge): Promise<Solved> {
  let hashes = 0;
  const deriveKey: DeriveKeyFunction = ({ cost, keyLength }, salt, password) => {
    hashes += cost;
    return Promise.resolve({ derivedKey: pbkdf2Sync(password, salt, cost, keyLength, "sha256") });
  };
  const solution = await solveChallenge({ challenge, deriveKey });
  return { proof: payload({ challenge, solution }), hashes };
}

/** The text that a page sends for a challenge and its solution. */
export function payload(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** The challenge of a proof_required answer. */
export function challengeOf({ body }: Answer): Challenge {
  if (body["code"] !== "proof_required") throw new Error(`no proof is asked for: ${JSON.stringify(body)}`);
  return body["challenge"] as Challenge;
}

/** Reserves as the page does: whatever proof is asked for is solved, at most six times. */
export async function reserveWithProof(visitor: TestVisitor, stallId: string): Promise<Answer> {
  let answer = await visitor.reserve(stallId);
  for (let round = 0; round < 6 && answer.body["code"] === "proof_required"; round += 1) {
    const { proof } = await solve(challengeOf(answer));
    answer = await visitor.reserve(stallId, proof);
  }
  return answer;
}
