/** The shape of every error on the wire. */
export class ErrorResponse {
  statusCode!: number;
  /** Stable and machine-readable. */
  code!: string;
  /** A sentence for a person. */
  message!: string;
  /** The same sentence, under the name the specification reads. */
  error!: string;
  /** With a 400: field → its sentences. */
  fields?: Record<string, string[]>;
}
