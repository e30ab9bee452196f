import { logoPath, picturePath } from "../site/routes.js";

/** One of the three NGO brands with a static page (specification 1, sections 2 and 3). */
export interface NgoBrand {
  readonly slug: "terracotta-by-sachii" | "kashiavika" | "tisser";
  readonly name: string;
  readonly logo: string;
  /** Name of an NGO category; the back button leads to its page. */
  readonly category: "Handicrafts" | "Handloom Textiles";
  readonly contactPerson: string;
  readonly founderName: string;
  readonly email: string;
  readonly city: string;
  readonly contactNumber: string;
  readonly productImages: readonly string[];
  readonly socialLinks: {
    /** Blank if the brand has no website; the action button then opens an e-mail. */
    readonly website: string;
    readonly facebook?: string;
    readonly linkedin?: string;
    readonly instagram?: string;
  };
}

/** The three static NGO brands. People, addresses and numbers are fictitious, on example domains. */
export const NGO_BRANDS: readonly NgoBrand[] = [
  {
    slug: "terracotta-by-sachii",
    name: "Terracotta by Sachii",
    logo: logoPath({ module: "ngos", slug: "handicrafts" }, "terracotta-by-sachii"),
    category: "Handicrafts",
    contactPerson: "Sachi Tripathi",
    founderName: "Sachi Tripathi",
    email: "hello@terracotta-by-sachii.example",
    city: "Gorakhpur",
    contactNumber: "+91 90000 00101",
    productImages: [picturePath({ module: "ngos", slug: "handicrafts" }, "terracotta-by-sachii-1")],
    socialLinks: {
      website: "https://terracotta-by-sachii.example",
      instagram: "https://instagram.example/terracottabysachii",
      facebook: "https://facebook.example/terracottabysachii",
    },
  },
  {
    slug: "kashiavika",
    name: "Kashiavika",
    logo: logoPath({ module: "ngos", slug: "handloom-textiles" }, "kashiavika"),
    category: "Handloom Textiles",
    contactPerson: "Avika Pandey",
    founderName: "Kashi Pandey",
    email: "weave@kashiavika.example",
    city: "Varanasi",
    contactNumber: "+91 90000 00102",
    productImages: [picturePath({ module: "ngos", slug: "handloom-textiles" }, "kashiavika-1")],
    socialLinks: { website: "", instagram: "https://instagram.example/kashiavika" },
  },
  {
    slug: "tisser",
    name: "Tisser",
    logo: logoPath({ module: "ngos", slug: "handicrafts" }, "tisser"),
    category: "Handicrafts",
    contactPerson: "Megha Kulkarni",
    founderName: "Megha Kulkarni",
    email: "namaste@tisser.example",
    city: "Mumbai",
    contactNumber: "+91 90000 00103",
    productImages: [picturePath({ module: "ngos", slug: "handicrafts" }, "tisser-1")],
    socialLinks: {
      website: "https://tisser.example",
      facebook: "https://facebook.example/tisser",
      linkedin: "https://linkedin.example/company/tisser",
      instagram: "https://instagram.example/tisser",
    },
  },
];

/** The static NGO brand with this slug, or undefined. */
export function ngoBrandOf(slug: string): NgoBrand | undefined {
  return NGO_BRANDS.find((brand) => brand.slug === slug);
}
