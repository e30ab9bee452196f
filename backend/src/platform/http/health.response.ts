/** The process lives. */
export class AliveResponse {
  status!: "ok";
}

/** Whether requests can be served, and how the parts behind the process are. */
export class ReadyResponse {
  status!: "ok";
  database!: "up";
  /** Name of a part → whether it answers; none of them fails readiness. */
  parts!: Record<string, "up" | "down">;
}
