/** The process runs. */
export class AliveResponse {
  status!: "ok";
  /** The running release, e.g. 0.1.0+6e2a89d7. */
  version!: string;
}

/** The process can serve requests. With the metrics token, also the status of its dependencies. */
export class ReadyResponse {
  status!: "ok";
  /** With the metrics token only. */
  database?: "up";
  /** With the metrics token only: the database can write. */
  disk?: "up";
  /** With the metrics token only: dependency → status. None of them fails readiness. */
  parts?: Record<string, "up" | "down">;
}
