import { expect, it } from "@jest/globals";
import { linkProblem, readBrandLink, readWebLink } from "./brand-links.js";
import type { BrandLink } from "./brand-page.fields.js";

it.each<[BrandLink, string, string]>([
  ["websiteUrl", " saheli.in ", "https://saheli.in"],
  ["websiteUrl", "www.saheli.in/shop?a=1", "https://www.saheli.in/shop?a=1"],
  ["websiteUrl", "HTTP://Saheli.in", "http://Saheli.in"],
  ["websiteUrl", "https:// saheli .in", "https://saheli.in"],
  ["websiteUrl", "<https://saheli.in>", "https://saheli.in"],
  ["websiteUrl", "saheli.in:8443/x", "https://saheli.in:8443/x"],
  ["websiteUrl", "", ""],
  ["websiteUrl", "\u200B", ""],
  ["instagramUrl", "@saheli_pickles", "https://www.instagram.com/saheli_pickles"],
  ["instagramUrl", "saheli.pickles", "https://www.instagram.com/saheli.pickles"],
  ["instagramUrl", "instagram.com/saheli", "https://instagram.com/saheli"],
  ["instagramUrl", "https://www.instagram.com/saheli/", "https://www.instagram.com/saheli/"],
  ["whatsappUrl", "98765 43210", "https://wa.me/919876543210"],
  ["whatsappUrl", "+91-98765-43210", "https://wa.me/919876543210"],
  ["whatsappUrl", "wa.me/919876543210", "https://wa.me/919876543210"],
  ["facebookUrl", "facebook.com/saheli", "https://facebook.com/saheli"],
  ["linkedinUrl", "linkedin.com/company/saheli", "https://linkedin.com/company/saheli"],
])("%s typed %j is %s", (kind, typed, link) => {
  expect(readBrandLink(kind, typed)).toBe(link);
  expect(readBrandLink(kind, link)).toBe(link);
  expect(linkProblem(link, kind)).toBeUndefined();
});

it.each<[BrandLink, string, string]>([
  ["websiteUrl", "javascript:alert(1)", "Please enter the link to your Website page"],
  ["websiteUrl", "data:text/html,x", "Please enter the link to your Website page"],
  ["websiteUrl", "ftp://saheli.in", "Please enter the link to your Website page"],
  ["websiteUrl", "https://user:secret@saheli.in", "Please enter the link to your Website page"],
  ["websiteUrl", "localhost", "Please enter the link to your Website page"],
  ["websiteUrl", "127.0.0.1/admin", "Please enter the link to your Website page"],
  ["websiteUrl", "saheli", "Please enter the link to your Website page"],
  ["websiteUrl", `saheli.in/${"a".repeat(300)}`, "A link must be at most 300 characters"],
  ["instagramUrl", "facebook.com/saheli", "This is no link to Instagram"],
  ["instagramUrl", "https://instagram.com.evil.example/saheli", "This is no link to Instagram"],
  ["whatsappUrl", "12345", "Please enter the link to your WhatsApp page"],
  ["whatsappUrl", "chat.example.com/x", "This is no link to WhatsApp"],
  ["linkedinUrl", "https://notlinkedin.com/in/x", "This is no link to LinkedIn"],
])("%s typed %j is refused: %s", (kind, typed, problem) => {
  expect(linkProblem(readBrandLink(kind, typed), kind)).toContain(problem);
});

it("a product's link may lead anywhere on the web", () => {
  expect(linkProblem(readWebLink("shop.example.com/pickle"))).toBeUndefined();
  expect(linkProblem(readWebLink("javascript:alert(1)"))).toContain("the product's page");
});
