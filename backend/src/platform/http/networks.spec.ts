import { describe, expect, it } from "@jest/globals";
import { networksOf } from "./networks.js";

describe("networksOf", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1/32 192.0.2.0/24"],
    ["::ffff:192.0.2.1", "192.0.2.1/32 192.0.2.0/24"],
    ["::ffff:c000:201", "192.0.2.1/32 192.0.2.0/24"],
    ["255.255.255.255", "255.255.255.255/32 255.255.255.0/24"],
    ["2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64 2001:db8::/56 2001:db8::/48"],
    ["2001:db8:0:1::2", "2001:db8:0:1::/64 2001:db8::/56 2001:db8::/48"],
    ["2001:db8:7:1ff::2", "2001:db8:7:1ff::/64 2001:db8:7:100::/56 2001:db8:7::/48"],
    ["2001:db8:7:ffff::2", "2001:db8:7:ffff::/64 2001:db8:7:ff00::/56 2001:db8:7::/48"],
    ["fe80::1%eth0", "fe80::/64 fe80::/56 fe80::/48"],
    ["::1", "::/64 ::/56 ::/48"],
    ["not an address", "not an address"],
    ["", ""],
  ])("counts %s by %s", (address, networks) => {
    expect(
      networksOf(address)
        .map(({ name }) => name)
        .join(" "),
    ).toBe(networks);
  });

  it("allows a /24 four times a single address's uses, a /56 twice, a /48 four times", () => {
    expect(networksOf("192.0.2.1").map(({ prefix, factor }) => [prefix, factor])).toEqual([
      [32, 1],
      [24, 4],
    ]);
    expect(networksOf("2001:db8::1").map(({ prefix, factor }) => [prefix, factor])).toEqual([
      [64, 1],
      [56, 2],
      [48, 4],
    ]);
  });
});
