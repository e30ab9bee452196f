import { describe, expect, it } from "@jest/globals";
import { clientNetwork } from "./rate-limits.js";

describe("clientNetwork", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"],
    ["2001:db8:0:1::2", "2001:db8:0:1::/64"],
    ["2001:db8:0:2::2", "2001:db8:0:2::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["::1", "::/64"],
    ["not an address", "not an address"],
  ])("maps %s to %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
