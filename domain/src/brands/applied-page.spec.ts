import { expect, it } from "@jest/globals";
import { appliedPage } from "./applied-page.js";

it("has the application's own words and links, and the place of its address; no contact of it", () => {
  const application = {
    ...{ story: "We weave.", websiteUrl: "https://loom.example", instagramUrl: null },
    ...{ businessAddress: "12 MG Road, Jaipur, Rajasthan 302001", email: "asha@example.com", phone: "9811100010" },
    ...{ fullName: "Asha", whatsappNumber: "9811100010" },
  };
  expect(appliedPage(application)).toEqual({
    ...{ story: "We weave.", place: "Jaipur, Rajasthan", websiteUrl: "https://loom.example" },
    ...{ instagramUrl: "", facebookUrl: "", linkedinUrl: "" },
  });
});

it("has no place if the address names none", () => {
  expect(appliedPage({ story: "We weave.", businessAddress: "Behind the temple" }).place).toBe("");
});
