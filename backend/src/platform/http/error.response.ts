import { ApiProperty } from "@nestjs/swagger";

/** The body of every error. */
export class ErrorResponse {
  statusCode!: number;
  /** Stable and machine-readable. */
  code!: string;
  /** A sentence for a person. */
  message!: string;
  /** The same sentence, under the name that the specification uses. */
  error!: string;
  /** For status 400: field → its problems. */
  fields?: Record<string, string[]>;
}

/** A proof of work to solve: an ALTCHA (v2) challenge. */
export class ProofChallengeResponse {
  /** The task, including its purpose and expiry. Signed as a whole. */
  @ApiProperty({ type: "object", additionalProperties: true })
  parameters!: Record<string, unknown>;
  signature!: string;
}

/** The address that the request came from is beyond its share, and a proof of work is needed. */
export class ProofRequiredResponse extends ErrorResponse {
  /**
   * With proof_required: the challenge to solve. Repeat the call with the solution in the header Proof: base64 of the
   * JSON `{"challenge": …, "solution": {"counter": …, "derivedKey": …}}`. It is valid for ten minutes, once.
   */
  challenge?: ProofChallengeResponse;
  /** With rate_limited and login_slowed: seconds until another try. */
  retryAfterSeconds?: number;
}
