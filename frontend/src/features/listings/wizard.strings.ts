import { isolated } from "@sakhi/domain/fields/isolation";
import type {
  BusinessStage,
  BusinessType,
  CompanyType,
  HeardAboutUs,
  YesNo,
} from "@sakhi/domain/listings/listing-application.choices";
import { LISTING_FEE } from "../../ui/money";
import type { WizardField } from "./application-form";

const toast = (title: string, description: string) => ({ title, description });

/** The three ways to be listed. */
export const PAYMENT_CHOICES = ["paid", "free", "mela_free"] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];

/** All texts of the wizard. Texts given by the specification are verbatim (2-transactions.md, sections 5 and 8). */
export const strings = {
  emailDoubt: (typed: string) => `Your invoice, the link to your page and customers' messages go to ${typed}.`,
  kicker: "For women who make, sell, serve and teach",
  heading: "List your brand",
  lead: "Two short forms and a quick review. It takes about ten minutes; what you type stays in this tab until you submit it.",
  progress: "Steps",
  steps: ["Personal Info", "Business Info", "Review", "Confirm"],
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  done: "done",
  back: (step: string) => `Back to ${step}`,
  headings: { 1: "Personal Info", 2: "Business Info", 3: "Review" },
  texts: {
    1: "Who you are, and how we reach you about this listing.",
    2: "What your brand does. Your story becomes the text of its page; pictures and products follow after you submit.",
    3: "Read it over once. You can still change everything.",
  },
  optional: "optional",
  fields: {
    fullName: "Full Name",
    email: "Email Address",
    phoneNumber: "Phone Number",
    whatsappNumber: "WhatsApp Number",
    brandName: "Brand Name",
    companyType: "Company Type",
    businessCategory: "Business Category",
    businessStage: "Business Stage",
    businessType: "Business Type",
    story: "Business Story",
    hasGSTIN: "Do you have a GSTIN?",
    gstNumber: "GST Number",
    govtDocument: "Government Approved Document Number",
    businessAddress: "Business Address",
    panNumber: "PAN Number",
    whatsappBusinessContact: "WhatsApp Business Contact",
    whatsappGroupLink: "WhatsApp Group Link",
    websiteUrl: "Website",
    linkedinUrl: "LinkedIn",
    facebookUrl: "Facebook",
    instagramUrl: "Instagram",
    isStartup: "Are you a startup?",
    interestedInPopups: "Are you interested in pop-ups?",
    previousParticipation: "Previous Participation",
    hearAboutUs: "How did you hear about us?",
    consent: "Consent",
  } satisfies Record<WizardField, string>,
  help: {
    phoneNumber: "10 digits, without +91",
    whatsappNumber: "10 digits, without +91",
    whatsappBusinessContact: "Where buyers may write to you; 10 digits, without +91",
    brandName: "As it should stand on your page",
    govtDocument: "For example of your Udyam, FSSAI or society registration",
    gstNumber: "15 characters",
    previousParticipation: "Tick every event you took part in.",
  } satisfies Partial<Record<WizardField, string>>,
  storyCount: (length: number) => (length < 50 ? `${length} of at least 50 characters` : `${length} characters`),
  samePhone: "Same as my phone number",
  groups: {
    brand: "What you do",
    documents: "Documents and address",
    links: "Where buyers find you",
    more: "A little more about you",
  },
  choose: "Please choose",
  chooseTypeFirst: "Choose a company type first",
  companyTypes: {
    product: ["Product", "You make or sell goods"],
    service: ["Service", "You teach, advise, cook, build, move"],
    ngo: ["NGO", "You give women work and a market"],
  } satisfies Record<CompanyType, [string, string]>,
  stages: { idea: "Idea", early: "Early", growth: "Growth", established: "Established (3+ years)" } satisfies Record<
    BusinessStage,
    string
  >,
  types: {
    manufacturer: "Manufacturer",
    retailer: "Retailer",
    service: "Service",
    reseller: "Reseller",
    other: "Other",
  } satisfies Record<BusinessType, string>,
  heard: {
    social: "Social media",
    friend: "A friend",
    event: "An event",
    search: "A search",
    other: "Other",
  } satisfies Record<HeardAboutUs, string>,
  yesNo: { yes: "Yes", no: "No" } satisfies Record<YesNo, string>,
  consent: {
    before: "I agree to the ",
    terms: "Terms and Conditions",
    between: " and the ",
    privacy: "Privacy Policy",
    after: ", and that my brand's details are shown on the site once it is listed.",
  },
  notGiven: "not given",
  given: "Given",
  changeShort: "Change",
  previous: "Previous",
  continue: "Continue",
  missing: (names: readonly string[]) => {
    const shown = names.slice(0, 3).join(", ");
    return names.length > 3 ? `Still needed: ${shown} and ${names.length - 3} more` : `Still needed: ${shown}`;
  },
  complete: "Everything on this step is filled in.",
  draft: {
    saved: "Kept in this tab as you type, except document numbers.",
    discard: "Discard",
    title: "Discard what you typed?",
    text: "Everything in this form is cleared. It was not sent to us.",
    keep: "Keep it",
    yes: "Discard it",
    discarded: toast("Discarded", "The form is empty again."),
    retype: "Please type it again: we never keep document numbers on this device.",
    welcome: "Welcome back. We found what you typed before in this tab.",
    fromStall: "We filled in what you gave for your Mela stall. Please check it.",
  },
  choice: {
    title: "How would you like to be listed?",
    fee: LISTING_FEE,
    nothing: "₹0",
    options: {
      paid: {
        name: "Paid listing",
        price: `${LISTING_FEE} per year`,
        text: "Your own brand page, visible for one year. If it is not approved, the fee is refunded within 15 days.",
      },
      free: {
        name: "Community only",
        price: "Free",
        text: "You join the community and hear of events and training. Your brand gets no page of its own.",
      },
      mela_free: {
        name: "Free with my Mela stall",
        price: `Free, worth ${LISTING_FEE}`,
        text: "For those who paid for a stall: a year's listing, once per stall. We check the phone number of the stall.",
      },
    } satisfies Record<PaymentChoice, { name: string; price: string; text: string }>,
    verified: (phone: string) => `Verified: +91 ${phone}`,
    notVerified: "The phone number is not verified yet.",
    verifyNow: "Verify the phone number",
  },
  submit: {
    paid: `Pay ${LISTING_FEE}`,
    free: "Join the community",
    mela_free: "Submit for my free listing",
  } satisfies Record<PaymentChoice, string>,
  total: "To pay, GST included",
  /** Beside the button, after the server's reason if it gave one. */
  notSubmitted: {
    paid: (reason: string) =>
      `${reason || "The payment was not started."} You have not been charged, and what you typed is kept: try again.`,
    free: (reason: string) => `${reason || "It was not sent."} What you typed is kept: try again.`,
    mela_free: (reason: string) => `${reason || "It was not sent."} What you typed is kept: try again.`,
  } satisfies Record<PaymentChoice, (reason: string) => string>,
  notOpened: "The payment page did not open. You have not been charged, and what you typed is kept: try again.",
  submitting: "Processing...",
  verification: {
    title: "Verify your stall",
    text: "Enter the phone number you paid for your Mela stall with.",
    phone: "Phone number of the stall",
    help: "10 digits, without +91",
    invalid: "Please enter a valid 10-digit numeric phone number",
    verify: "Verify",
    verifying: "Verifying...",
    cancel: "Cancel",
    failedTitle: "Verification Failed",
    otherWay: "choose another payment option",
    checkNumber: "Or check the number and try again.",
    noAnswer: "Verification failed. Please try again.",
    other: "Choose another payment option",
    again: "Try again",
  },
  toasts: {
    verified: toast("Verification Successful!", "Your stall is found. You can submit now."),
    verificationFailed: (description: string) => toast("Verification Failed", description),
    verificationRefused: "We could not verify this number for a free listing.",
    verificationUnanswered: "Failed to verify phone number",
    required: toast("Verification Required", "Please verify the phone number of your Mela stall first."),
    invalidPhone: toast("Invalid Phone Number", "Please enter a valid 10-digit numeric phone number"),
    submissionFailed: (description: string) => toast("Submission Failed", description),
    failed: {
      paid: "Payment initiation failed",
      free: "Submission failed",
      mela_free: "Free listing submission failed",
    } satisfies Record<PaymentChoice, string>,
    joined: toast("Application Submitted!", "Welcome to the community."),
    claimed: toast("Success!", "Your free listing was submitted."),
    claimWaits: toast("Success!", "Now confirm it: we have written to the address that the stall was booked with."),
  },
  confirm: {
    free: {
      title: "Application submitted",
      text: (brand: string) => `Thank you. ${isolated(brand)} is now part of the community.`,
      next: [
        "A confirmation e-mail comes within 24-48 hours.",
        "We write to you about events, training and pop-ups that fit your brand.",
        "You can ask for a brand page at any time: choose the paid listing here.",
      ],
    },
    mela_free: {
      title: "Application submitted",
      text: (brand: string) => `Thank you. The free listing of ${isolated(brand)} is with us.`,
      next: [
        "A confirmation e-mail comes within 24-48 hours.",
        "Make your page below. We look at it and at your application ourselves, within 2-3 business days.",
        "Once approved, your page is up for one year, and we send you its link.",
      ],
    },
    /** A claim from a browser that does not hold the booking. */
    waiting: {
      title: "Please confirm it by mail",
      text: (brand: string) => `The free listing of ${isolated(brand)} is not submitted yet.`,
      next: [
        "We have written to the e-mail address that the stall was booked with. Open the link there and confirm it.",
        "Then we look at the application ourselves, within 2-3 business days.",
        "Once approved, your page is up for one year, and we send you its link.",
      ],
    },
    brand: "Brand",
    kind: "Type",
    fee: "Fee",
    nothing: "Nothing to pay",
    nextTitle: "What happens next",
    spam: "Can't find the e-mail? Check your spam folder.",
    home: "To the home page",
    another: "List another brand",
  },
  aside: {
    title: "What a listing gives you",
    points: [
      ["A page of your own", "Your story and your links, found by search engines too."],
      ["Direct enquiries", "Buyers write and call you, not us. We take no share of what you sell."],
      ["Looked at by people", "Every application is read within 2-3 business days."],
    ],
    feeTitle: `${LISTING_FEE} per year`,
    feeText: "GST invoice by e-mail. Free if you paid for a Mela stall; joining the community is always free.",
  },
} as const;
