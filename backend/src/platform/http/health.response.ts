/** The process lives. */
export class AliveResponse {
  status!: "ok";
}

/** Whether requests can be served, and for the operator how the parts behind the process are. */
export class ReadyResponse {
  status!: "ok";
  /** With the metrics token only. */
  database?: "up";
  /** With the metrics token only: name of a part → whether it answers; none of them fails readiness. */
  parts?: Record<string, "up" | "down">;
}
