/**
 * Import rules. Every rule's comment is one sentence, and scripts/test/imports.test.mjs violates each rule once, so that
 * none can stop working unnoticed.
 */
const spec = "\\.spec\\.tsx?$";
const npmPackages = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

/** What other features may inject: a feature's named services, besides its module. */
const namedServices = {
  accounts: [
    "administrator-invitations",
    "administrator-sessions",
    "administrators",
    "audit-log",
    "exports",
    "operator-transaction",
  ],
  brands: ["application-pages", "brand-changes", "brand-pages", "brand-stalls", "brand-views", "public-contacts"],
  bookings: [
    "assigned-bookings",
    "booking-history",
    "booking-outcomes",
    "booking-payment-status",
    "booking-payments",
    "booking-locks",
    "booking-sales",
    "booking-sweep",
    "holds",
    "late-money-sweep",
    "listing-offers",
    "network-holds",
    "site-holds",
    "operator-releases",
    "several-stalls",
    "walk-in-holds",
  ],
  cancellations: ["event-cancellations", "event-refunds", "sale-cancellations"],
  catalogue: [
    "catalogue",
    "catalogue-brands",
    "catalogue-products",
    "home-page-choices",
    "our-names",
    "past-event-records",
    "past-events",
  ],
  coupons: ["coupon-management", "coupons"],
  digest: ["digest-sending"],
  enquiries: ["enquiries"],
  events: [
    "arrival",
    "event-changes",
    "event-translations",
    "event-facts-management",
    "event-facts",
    "event-records",
    "unnotified-changes",
  ],
  gate: ["gate-list"],
  integrations: ["outgoing-events", "webhook-dispatch"],
  invoices: ["invoices"],
  issues: ["issues", "resolution-handlers"],
  listings: [
    "applications",
    "listing-languages",
    "ended-links",
    "listing-addresses",
    "listing-claims",
    "listing-payments",
    "listing-lifecycle",
    "listing-sweep",
    "listing-withdrawals",
    "publications",
    "renewals",
  ],
  mail: [
    "mail",
    "mail-attachments",
    "offer-links",
    "mailed-links",
    "invitation-links",
    "link-sessions",
    "link-searches",
    "receipts",
    "smtp-check",
    "ticket-codes",
    "waiting-links",
  ],
  messages: ["message-sending", "messages"],
  moves: [
    "move-mails",
    "move-payments",
    "move-quotes",
    "move-targets",
    "moved-bookings",
    "sale-orders",
    "stall-move-lifecycle",
    "stall-move-records",
    "stall-moves",
  ],
  "my-booking": ["booking-requests"],
  operator: ["booking-moves", "cancellations"],
  papers: ["paper-decoder", "paper-uploads", "papers", "questions"],
  payments: [
    "disputes",
    "operator-refunds",
    "order-closing",
    "order-opening",
    "order-payment",
    "payment-return",
    "orders",
    "payments-sweep",
    "refunds",
    "settlement",
    "subject-history",
    "unknown-orders",
    "webhooks",
  ],
  pictures: ["picture-uploads", "pictures"],
  recovery: ["outside-positions", "recovery", "restored-sales", "runs-outside"],
  stalls: ["layout", "listed-events", "plans", "stall-types", "stalls"],
  uploads: ["decoder"],
  verify: ["verify"],
  waiting: ["waiting-places"],
  "waiting-list": ["waiting-offers"],
  whatsapp: ["own-contacts", "whatsapp-consents", "whatsapp-notices", "whatsapp-records"],
};

const words = (text) => text.split(/\s+/);

/** Folders in their order: each imports only those before it, so that no two import each other. */
const order = {
  "domain/src": words(
    `money fields access languages accounts stalls coupons invoices gst payments payouts events mails uploads pictures site digest papers gate messages whatsapp bookings waiting catalogue
     enquiries privacy admin operator moves plans search brands listings integrations recovery errors`,
  ),
  "workflows/src": words("shared payments bookings listings events waiting moves recovery"),
  "backend/src/platform": words(
    "config log database outside commands loops secrets metrics http files outbox queue temporal relay pdf",
  ),
  "backend/src": words(
    `platform accounts events stalls issues integrations uploads pictures mail whatsapp invoices payments catalogue coupons papers
     waiting enquiries bookings waiting-list messages brands listings moves cancellations my-booking my-brand checkout gate images site privacy operator recovery verify backup preflight ops gst payouts disputes admin digest curation`,
  ),
};

/** A rule that no import may break. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** One rule for each folder that has others after it. */
const foldersInOrder = Object.entries(order).flatMap(([parent, folders]) =>
  folders
    .slice(0, -1)
    .map((folder, index) =>
      rule(
        "folders-in-order",
        "A folder imports only folders before it in the list above, so that no two import each other.",
        { path: `^${parent}/${folder}/`, pathNot: spec },
        { path: `^${parent}/(${folders.slice(index + 1).join("|")})/` },
      ),
    ),
);

/** A new folder needs its place in the order before it imports or is imported. */
const foldersHaveTheirPlace = Object.entries(order).map(([parent, folders]) =>
  rule(
    "folders-have-their-place",
    "A folder that is missing in the list above imports no other folder beside it.",
    { path: `^${parent}/([^/]+)/`, pathNot: [`^${parent}/(${folders.join("|")}|generated)/`, spec] },
    { path: `^${parent}/[^/]+/`, pathNot: `^${parent}/$1/` },
  ),
);

module.exports = {
  forbidden: [
    ...foldersInOrder,
    ...foldersHaveTheirPlace,
    rule(
      "domain-imports-nothing-of-ours",
      "domain/ contains the business rules and imports none of our other workspaces.",
      { path: "^domain/" },
      { path: "^(workflows|backend|frontend|simulators|testkit|lab|e2e|scripts)/" },
    ),
    rule(
      "domain-is-plain",
      "domain/ runs in the browser and in workflows too, so it uses neither Node nor any package but the validators, a CSV parser and what compiled texts need.",
      { path: "^domain/src/", pathNot: spec },
      {
        dependencyTypes: [...npmPackages, "core"],
        pathNot:
          "(^|/)node_modules/(class-validator|class-transformer|reflect-metadata|papaparse|@messageformat/runtime)/",
      },
    ),
    rule(
      "validators-only-in-dtos",
      "Only *.dto.ts files use class-validator and class-transformer, so that rules and states stay plain.",
      { path: "^domain/src/", pathNot: ["\\.dto\\.ts$", spec] },
      { path: "(^|/)node_modules/(class-validator|class-transformer|reflect-metadata)/" },
    ),
    rule(
      "workflows-see-only-domain",
      "workflows/ is deterministic and sees only domain/, never a process that runs it.",
      { path: "^workflows/" },
      { path: "^(backend|frontend|simulators|e2e|scripts)/" },
    ),
    rule(
      "workflows-use-only-states-rules-and-errors",
      "A workflow uses domain's states, rules, errors and types, not its request shapes or anything else.",
      { path: "^workflows/src/", pathNot: spec },
      { path: "^domain/src/", pathNot: "\\.(states|rules|errors|types)\\.ts$|^domain/src/errors/" },
    ),
    rule(
      "workflow-bundle-stays-free-of-validators",
      "No import of a workflow, direct or transitive, brings class-validator into the workflow bundle.",
      { path: "^workflows/src/", pathNot: spec },
      { path: "(^|/)node_modules/(class-validator|class-transformer)/", reachable: true },
    ),
    rule(
      "workflows-use-only-temporal",
      "Workflow code uses @temporalio/workflow and @temporalio/common, no other package and nothing of Node.",
      { path: "^workflows/src/", pathNot: spec },
      { dependencyTypes: [...npmPackages, "core"], pathNot: "(^|/)node_modules/@temporalio/(workflow|common)/" },
    ),
    rule(
      "backend-never-sees-frontend",
      "The backend does not import the frontend.",
      { path: "^backend/" },
      { path: "^(frontend|e2e|scripts)/" },
    ),
    rule(
      "frontend-sees-only-domain",
      "The frontend shares domain/ with the server and reaches everything else by HTTP.",
      // A build in the pseudo-language makes its texts of the English ones, by the script that compiles them.
      { path: "^frontend/", pathNot: "^frontend/scripts/language\\.mjs$" },
      { path: "^(backend|workflows|e2e|scripts)/" },
    ),
    rule(
      "features-meet-at-the-service",
      "A backend feature reaches another only through its named services, its module, the types and responses of these, its orders' subject, the administrator's guard and what it needs, the interfaces of the payment provider and of the pictures' store, the judgement and decoding of a picture's bytes, what all uploads share, the words of a message to holders, a feature's words in each language, the links of mails, or the skeleton of a brand's name.",
      { path: "^backend/src/([^/]+)/", pathNot: ["^backend/src/(platform|generated)/", spec] },
      {
        path: "^backend/src/[^/]+/",
        pathNot: [
          "^backend/src/$1/",
          "^backend/src/(platform|generated)/",
          "\\.(module|types|response|entities|sql|words)\\.ts$",
          "order-subject\\.ts$",
          ...Object.entries(namedServices).map(
            ([feature, names]) => `^backend/src/${feature}/(${names.join("|")})\\.service\\.ts$`,
          ),
          "^backend/src/payments/provider/payment-provider\\.ts$",
          "^backend/src/pictures/picture-(store|content|rendering)\\.ts$",
          "^backend/src/uploads/(upload-(checks|kinds|receiver|tables|tickets)|decoder-command)\\.ts$",
          "^backend/src/catalogue/skeleton\\.ts$",
          "^backend/src/mail/(link-session-cookie|holder-message|mail-parts)\\.ts$",
          "^backend/src/accounts/(administrator(\\.guard)?|needs|contacts\\.interceptor)\\.ts$",
        ],
      },
    ),
    rule(
      "tables-stay-in-their-feature",
      "A repository is imported by its own feature only; other features use its service.",
      { path: "^backend/src/([^/]+)/", pathNot: spec },
      { path: "^backend/src/.+\\.repository\\.ts$", pathNot: ["^backend/src/$1/", "^backend/src/platform/"] },
    ),
    rule(
      "entities-are-types-elsewhere",
      "Other features use an entity as a type only; the dashboard, operators' actions, their catalogue and operations work with rows of every feature.",
      { path: "^backend/src/([^/]+)/", pathNot: ["^backend/src/(admin|curation|operator|ops)/", spec] },
      {
        path: "^backend/src/.+\\.entities\\.ts$",
        pathNot: "^backend/src/($1|platform)/",
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "entries-go-through-modules",
      "Entry files combine modules and leave repositories to their features; only entities.ts collects the entities.",
      { path: "^backend/src/[^/]+\\.ts$", pathNot: ["^backend/src/entities\\.ts$", spec] },
      { path: "\\.(repository|entities)\\.ts$" },
    ),
    rule(
      "platform-knows-no-feature",
      "backend/src/platform serves every feature and knows none of them.",
      { path: "^backend/src/platform/", pathNot: spec },
      { path: "^backend/src/", pathNot: "^backend/src/(platform|generated)/" },
    ),
    rule(
      "nobody-imports-an-entry",
      "The main files boot a process each; importing one would boot it twice.",
      {},
      { path: "^(backend/src/main\\.[^/]+|simulators/src/[^/]+/main|frontend/src/app/main)\\.tsx?$" },
    ),
    rule(
      "pages-do-not-see-each-other",
      "An SPA feature never imports another; what two of them need lives in src/shared, src/ui, src/api or domain/.",
      { path: "^frontend/src/features/([^/]+)/" },
      { path: "^frontend/src/features/[^/]+/", pathNot: "^frontend/src/features/$1/" },
    ),
    rule(
      "shared-parts-know-no-page",
      "src/shared, src/ui and src/api serve every page and import none.",
      { path: "^frontend/src/(shared|ui|api)/", pathNot: spec },
      { path: "^frontend/src/features/" },
    ),
    rule(
      "calls-know-no-screen",
      "src/api is the ground floor of the SPA: it imports no component.",
      { path: "^frontend/src/api/", pathNot: spec },
      { path: "^frontend/src/(shared|ui)/" },
    ),
    rule(
      "parts-know-no-product",
      "src/ui draws for any product; what speaks of stalls, listings or refunds lives in src/shared.",
      { path: "^frontend/src/ui/", pathNot: spec },
      { path: "^frontend/src/shared/" },
    ),
    rule(
      "simulators-import-nothing-of-ours",
      "A simulator replaces an external server, so it shares no code with the product.",
      { path: "^simulators/" },
      { path: "^(domain|workflows|backend|frontend|e2e|scripts)/" },
    ),
    rule(
      "only-tests-use-the-testkit",
      "Production code never depends on test code.",
      { path: "^(domain|workflows|backend|frontend|simulators)/src/", pathNot: [spec, "^frontend/src/test/"] },
      { path: "^testkit/" },
    ),
    rule(
      "nobody-imports-simulators",
      "The product reaches a simulator by HTTP and SMTP only, as it will reach the real thing.",
      { pathNot: "^simulators/" },
      { path: "^simulators/" },
    ),
    rule(
      "journeys-see-the-product-from-outside",
      "A journey meets the product as a visitor does, and shares with it domain/ and the testkit only.",
      { path: "^e2e/" },
      { path: "^(workflows|backend|frontend|scripts)/" },
    ),
    rule(
      "nobody-imports-the-lab",
      "The lab experiments on the product, and nothing else depends on it.",
      { pathNot: "^(lab|scripts)/" },
      { path: "^lab/" },
    ),
    rule(
      "the-lab-runs-the-product-from-outside",
      "Chaos runs and benchmarks meet the product as its processes; only the lab's specs reach into the backend.",
      { path: "^lab/src/", pathNot: spec },
      { path: "^(domain|workflows|backend|frontend|scripts)/" },
    ),
    rule("no-cycles", "No file imports itself by any way round, not for a type either.", {}, { circular: true }),
    rule(
      "every-import-resolves",
      "An import that can't be followed is an import no other rule can judge.",
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    exclude: { path: "(^|/)(dist|coverage)/|\\.(css|svg|png|jpg|webp|woff2?)$" },
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "types", "node", "default"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".jsx", ".json", ".d.ts"],
    },
    builtInModules: { add: [] },
  },
};
