import { scryptSync } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import type { Challenge, DeriveKeyFunction } from "altcha-lib/types";
import { codeOf, type TestResponse, type TestVisitor } from "./mela.js";

/** The challenge of a proof_required error. */
export function challengeOf({ body }: TestResponse): Challenge {
  if (body["code"] !== "proof_required") throw new Error(`no proof is required: ${JSON.stringify(body)}`);
  return body["challenge"] as Challenge;
}

/** Maximum tries of a challenge; half of them on average. */
export function triesOf({ parameters }: Challenge): number {
  return Number(parameters.data?.["tries"]);
}

/** Encodes a challenge and its solution as a proof. */
export function payload(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** Solves a challenge natively, as a script would. */
export async function solve(challenge: Challenge): Promise<{ readonly proof: string; readonly tries: number }> {
  let tries = 0;
  const deriveKey: DeriveKeyFunction = ({ cost, memoryCost, keyLength }, salt, password) => {
    tries += 1;
    return Promise.resolve({
      derivedKey: scryptSync(password, salt, keyLength, { N: cost, r: memoryCost ?? 8, p: 1 }),
    });
  };
  const solution = await solveChallenge({ challenge, deriveKey });
  return { proof: payload({ challenge, solution }), tries };
}

/** Rounds of the page (frontend: MAX_PROOF_ROUNDS). */
const MAX_ROUNDS = 12;

/**
 * Reserves as the page does, solving challenges.
 *
 * @param onChallenge called with the maximum tries of each
 */
export async function reserveWithProof(
  visitor: TestVisitor,
  stallId: string,
  onChallenge: (maxTries: number) => void = () => undefined,
): Promise<TestResponse> {
  let response = await visitor.reserve(stallId);
  for (let round = 0; round < MAX_ROUNDS && codeOf(response) === "proof_required"; round += 1) {
    const challenge = challengeOf(response);
    onChallenge(triesOf(challenge));
    response = await visitor.reserve(stallId, (await solve(challenge)).proof);
  }
  return response;
}

/** Solver of a visitor's challenges ({@link TestVisitor.solver}). */
export const solver = async (response: TestResponse): Promise<string> => (await solve(challengeOf(response))).proof;
