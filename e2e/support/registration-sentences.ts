import type { Details } from "./registration.js";

/** Something a visitor may type, and the one sentence that answers it, in the browser and from the API alike. */
export interface WrongInput {
  readonly field: keyof Details;
  readonly what: string;
  readonly typed: string;
  readonly sentence: string;
}

const long = (length: number): string => "a".repeat(length);

/** Every sentence of the registration form (specification 2, section 5, and the limits of the provider). */
export const WRONG_INPUTS: readonly WrongInput[] = [
  { field: "fullName", what: "nothing", typed: "", sentence: "Full name is required" },
  { field: "fullName", what: "one letter", typed: "A", sentence: "Full name is required" },
  { field: "fullName", what: "blanks", typed: "    ", sentence: "Full name is required" },
  {
    field: "fullName",
    what: "101 letters",
    typed: long(101),
    sentence: "Full name must be at most 100 characters",
  },
  { field: "email", what: "nothing", typed: "", sentence: "Please enter a valid email address" },
  {
    field: "email",
    what: "no address",
    typed: "asha.example.com",
    sentence: "Please enter a valid email address",
  },
  { field: "email", what: "half an address", typed: "asha@", sentence: "Please enter a valid email address" },
  {
    field: "email",
    what: "too long an address",
    typed: `a@${long(60)}.${long(50)}.com`,
    sentence: "Email address must be at most 100 characters",
  },
  { field: "phoneNumber", what: "nothing", typed: "", sentence: "Phone number must be exactly 10 digits" },
  {
    field: "phoneNumber",
    what: "9 digits",
    typed: "987654321",
    sentence: "Phone number must be exactly 10 digits",
  },
  {
    field: "phoneNumber",
    what: "11 digits",
    typed: "98765432101",
    sentence: "Phone number must be exactly 10 digits",
  },
  {
    field: "phoneNumber",
    what: "letters",
    typed: "98765abcde",
    sentence: "Phone number must be exactly 10 digits",
  },
  { field: "businessName", what: "nothing", typed: "", sentence: "Business name is required" },
  { field: "businessName", what: "one letter", typed: "A", sentence: "Business name is required" },
  {
    field: "businessName",
    what: "151 letters",
    typed: long(151),
    sentence: "Business name must be at most 150 characters",
  },
  {
    field: "gstNumber",
    what: "14 characters",
    typed: "29AAGCB7383J1Z",
    sentence: "GST Number must be exactly 15 characters if provided",
  },
  {
    field: "gstNumber",
    what: "a sign",
    typed: "29AAGCB7383J1Z!",
    sentence: "GST Number may have letters and digits only",
  },
  {
    field: "gstAddress",
    what: "301 letters",
    typed: long(301),
    sentence: "GST Address must be at most 300 characters",
  },
  { field: "pincode", what: "nothing", typed: "", sentence: "Pincode must be exactly 6 digits" },
  { field: "pincode", what: "5 digits", typed: "56006", sentence: "Pincode must be exactly 6 digits" },
  { field: "pincode", what: "letters", typed: "56006A", sentence: "Pincode must be exactly 6 digits" },
];
