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
