/**
 * Who may import whom. Every rule's comment is one sentence; every rule is tripped
 * once by scripts/test/imports.test.mjs, so that none of them can fall silent unnoticed.
 */
const spec = "\\.spec\\.tsx?$";
const npmPackages = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

/** What other features may inject: a feature's named services, besides its module. */
const namedServices = {
  accounts: ["administrator-sessions", "audit-log"],
  bookings: [
    "booking-events",
    "booking-invoices",
    "booking-outcomes",
    "booking-payments",
    "booking-records",
    "booking-recovery",
    "holds",
    "listing-offers",
    "network-holds",
  ],
  catalogue: ["catalogue", "past-events"],
  coupons: ["coupon-management", "coupons"],
  enquiries: ["enquiries"],
  events: ["event-facts"],
  invoices: ["invoices"],
  issues: ["issues"],
  listings: ["listing-payments", "listing-recovery", "listing-withdrawals"],
  mail: ["mail", "mail-attachments", "offer-links", "booking-links"],
  "my-booking": ["booking-requests"],
  payments: [
    "checkout",
    "operator-refunds",
    "order-closing",
    "order-opening",
    "orders",
    "refunds",
    "settlement",
    "webhooks",
  ],
  stalls: ["stalls"],
  verify: ["verify", "verification-runs"],
};

/** Folders in their order: each imports only those before it, so that no two import each other. */
const order = {
  "domain/src": [
    ...[
      "accounts",
      "money",
      "stalls",
      "coupons",
      "invoices",
      "payments",
      "events",
      "fields",
      "site",
      "bookings",
      "catalogue",
    ],
    ...["enquiries", "privacy", "admin", "operator", "search", "listings", "errors"],
  ],
  "workflows/src": ["shared", "payments", "bookings", "listings"],
  "backend/src/platform": [
    ...[
      "config",
      "log",
      "database",
      "loops",
      "secrets",
      "http",
      "metrics",
      "outbox",
      "queue",
      "temporal",
      "relay",
    ],
  ],
  "backend/src": [
    ...[
      "platform",
      "accounts",
      "events",
      "stalls",
      "issues",
      "mail",
      "invoices",
      "payments",
      "catalogue",
      "coupons",
    ],
    ...[
      "enquiries",
      "bookings",
      "my-booking",
      "listings",
      "checkout",
      "images",
      "site",
      "privacy",
      "operator",
      "verify",
      "ops",
      "admin",
    ],
  ],
};

/** One rule for each folder that has others after it. */
const foldersInOrder = Object.entries(order).flatMap(([parent, folders]) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: "folders-in-order",
    comment: "A folder imports only folders before it in the list above, so that no two import each other.",
    severity: "error",
    from: { path: `^${parent}/${folder}/`, pathNot: spec },
    to: { path: `^${parent}/(${folders.slice(index + 1).join("|")})/` },
  })),
);

/** A new folder needs its place in the order before it imports or is imported. */
const foldersHaveTheirPlace = Object.entries(order).map(([parent, folders]) => ({
  name: "folders-have-their-place",
  comment: "A folder that is missing in the list above imports no other folder beside it.",
  severity: "error",
  from: { path: `^${parent}/([^/]+)/`, pathNot: [`^${parent}/(${folders.join("|")}|generated)/`, spec] },
  to: { path: `^${parent}/[^/]+/`, pathNot: `^${parent}/$1/` },
}));

module.exports = {
  forbidden: [
    ...foldersInOrder,
    ...foldersHaveTheirPlace,
    {
      name: "domain-imports-nothing-of-ours",
      comment: "domain/ says what the business means and imports nothing else of ours.",
      severity: "error",
      from: { path: "^domain/" },
      to: { path: "^(workflows|backend|frontend|simulators|testkit|e2e|scripts)/" },
    },
    {
      name: "domain-is-plain",
      comment:
        "domain/ runs in the browser and in workflows too, so it uses neither Node nor any package but the validators.",
      severity: "error",
      from: { path: "^domain/src/", pathNot: spec },
      to: {
        dependencyTypes: [...npmPackages, "core"],
        pathNot: "(^|/)node_modules/(class-validator|class-transformer|reflect-metadata)/",
      },
    },
    {
      name: "validators-only-in-dtos",
      comment:
        "Only *.dto.ts files use class-validator and class-transformer, so that rules and states stay plain.",
      severity: "error",
      from: { path: "^domain/src/", pathNot: ["\\.dto\\.ts$", spec] },
      to: { path: "(^|/)node_modules/(class-validator|class-transformer|reflect-metadata)/" },
    },
    {
      name: "workflows-see-only-domain",
      comment: "workflows/ is deterministic and sees only domain/, never a process that runs it.",
      severity: "error",
      from: { path: "^workflows/" },
      to: { path: "^(backend|frontend|simulators|e2e|scripts)/" },
    },
    {
      name: "workflows-use-only-states-rules-and-errors",
      comment:
        "A workflow uses domain's states, rules, errors and types, not its request shapes or anything else.",
      severity: "error",
      from: { path: "^workflows/src/", pathNot: spec },
      to: { path: "^domain/src/", pathNot: "\\.(states|rules|errors|types)\\.ts$|^domain/src/errors/" },
    },
    {
      name: "workflow-bundle-stays-free-of-validators",
      comment:
        "Nothing a workflow reaches, by whatever way, brings class-validator into the workflow bundle.",
      severity: "error",
      from: { path: "^workflows/src/", pathNot: spec },
      to: { path: "(^|/)node_modules/(class-validator|class-transformer)/", reachable: true },
    },
    {
      name: "workflows-use-only-temporal",
      comment:
        "Workflow code uses @temporalio/workflow and @temporalio/common, no other package and nothing of Node.",
      severity: "error",
      from: { path: "^workflows/src/", pathNot: spec },
      to: {
        dependencyTypes: [...npmPackages, "core"],
        pathNot: "(^|/)node_modules/@temporalio/(workflow|common)/",
      },
    },
    {
      name: "backend-never-sees-frontend",
      comment: "The backend knows nothing of the pages that are built on it.",
      severity: "error",
      from: { path: "^backend/" },
      to: { path: "^(frontend|e2e|scripts)/" },
    },
    {
      name: "frontend-sees-only-domain",
      comment: "The frontend shares domain/ with the server and reaches everything else by HTTP.",
      severity: "error",
      from: { path: "^frontend/" },
      to: { path: "^(backend|workflows|e2e|scripts)/" },
    },
    {
      name: "features-meet-at-the-service",
      comment:
        "A backend feature reaches another only through its named services, its module, the types and responses of these, the administrator's guard, or the payment provider's interface.",
      severity: "error",
      from: { path: "^backend/src/([^/]+)/", pathNot: ["^backend/src/(platform|generated)/", spec] },
      to: {
        path: "^backend/src/[^/]+/",
        pathNot: [
          "^backend/src/$1/",
          "^backend/src/(platform|generated)/",
          "\\.(module|types|response|entities|sql)\\.ts$",
          ...Object.entries(namedServices).map(
            ([feature, names]) => `^backend/src/${feature}/(${names.join("|")})\\.service\\.ts$`,
          ),
          "^backend/src/payments/provider/payment-provider\\.ts$",
          "^backend/src/accounts/administrator(\\.guard)?\\.ts$",
        ],
      },
    },
    {
      name: "tables-stay-in-their-feature",
      comment: "A repository is imported by its own feature only; other features ask its service.",
      severity: "error",
      from: { path: "^backend/src/([^/]+)/", pathNot: spec },
      to: {
        path: "^backend/src/.+\\.repository\\.ts$",
        pathNot: ["^backend/src/$1/", "^backend/src/platform/"],
      },
    },
    {
      name: "entities-are-types-elsewhere",
      comment:
        "Other features use an entity as a type only; the dashboard, operators' actions, operations and privacy work with rows of every feature.",
      severity: "error",
      from: {
        path: "^backend/src/([^/]+)/",
        pathNot: ["^backend/src/(admin|operator|ops|privacy)/", spec],
      },
      to: {
        path: "^backend/src/.+\\.entities\\.ts$",
        pathNot: "^backend/src/($1|platform)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "entries-go-through-modules",
      comment:
        "What boots a process puts modules together and leaves repositories to their features; only entities.ts collects the entities.",
      severity: "error",
      from: { path: "^backend/src/[^/]+\\.ts$", pathNot: ["^backend/src/entities\\.ts$", spec] },
      to: { path: "\\.(repository|entities)\\.ts$" },
    },
    {
      name: "platform-knows-no-feature",
      comment: "backend/src/platform serves every feature and knows none of them.",
      severity: "error",
      from: { path: "^backend/src/platform/", pathNot: spec },
      to: { path: "^backend/src/", pathNot: "^backend/src/(platform|generated)/" },
    },
    {
      name: "nobody-imports-an-entry",
      comment: "The main files boot a process each; importing one would boot it twice.",
      severity: "error",
      from: {},
      to: { path: "^(backend/src/main\\.[^/]+|simulators/src/[^/]+/main|frontend/src/app/main)\\.tsx?$" },
    },
    {
      name: "pages-do-not-see-each-other",
      comment:
        "An SPA feature never imports another; what two of them need lives in src/ui, src/api or domain/.",
      severity: "error",
      from: { path: "^frontend/src/features/([^/]+)/" },
      to: { path: "^frontend/src/features/[^/]+/", pathNot: "^frontend/src/features/$1/" },
    },
    {
      name: "shared-parts-know-no-page",
      comment: "src/ui and src/api serve every page and import none.",
      severity: "error",
      from: { path: "^frontend/src/(ui|api)/", pathNot: spec },
      to: { path: "^frontend/src/features/" },
    },
    {
      name: "simulators-import-nothing-of-ours",
      comment: "A simulator stands in for somebody else's server, so it shares no code with the product.",
      severity: "error",
      from: { path: "^simulators/" },
      to: { path: "^(domain|workflows|backend|frontend|e2e|scripts)/" },
    },
    {
      name: "only-tests-use-the-testkit",
      comment: "What ships never depends on what tests it.",
      severity: "error",
      from: { path: "^(domain|workflows|backend|frontend|simulators)/src/", pathNot: spec },
      to: { path: "^testkit/" },
    },
    {
      name: "nobody-imports-simulators",
      comment: "The product reaches a simulator by HTTP and SMTP only, as it will reach the real thing.",
      severity: "error",
      from: { pathNot: "^simulators/" },
      to: { path: "^simulators/" },
    },
    {
      name: "no-cycles",
      comment: "No file imports itself by any way round, not for a type either.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "every-import-resolves",
      comment: "An import that can't be followed is an import no other rule can judge.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
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
