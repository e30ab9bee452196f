import { describe, expect, it } from "@jest/globals";
import { firstPort, freePorts } from "./ports.js";

describe("firstPort", () => {
  it("differs for each worker and for processes outside jest", () => {
    const firsts = [undefined, "1", "2", "3", "4", "5", "6", "7"].map(firstPort);
    expect(new Set(firsts).size).toBe(firsts.length);
    expect(Math.min(...firsts)).toBeGreaterThan(19_999);
    expect(Math.max(...firsts) + 1_500).toBeLessThan(32_768);
    expect(firstPort("8")).toBe(firstPort("1"));
  });
});

describe("freePorts", () => {
  it("returns distinct ports of the worker's own range", async () => {
    const ports = await freePorts(5);
    const first = firstPort(process.env["JEST_WORKER_ID"]);
    expect(new Set(ports).size).toBe(5);
    for (const port of ports) expect(Math.floor((port - first) / 1_500)).toBe(0);
  });
});
