/** A guide as Markdown and as a page of the site. */

/** @typedef {import("./guides.mjs").Guide} Guide */

const FOLDER = "../../frontend/public/assets/guides";
const upper = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Guide} guide */
export function markdownOf({ slug, title, lead, steps }) {
  return [
    `# ${title}`,
    "<!-- Written by npm run lab -- guides from lab/guides/guides.mjs: do not edit. -->",
    lead,
    ...steps.flatMap(({ id, question, text }) => [
      `## ${upper(question)}`,
      text.join(" "),
      `![${upper(question)}](${FOLDER}/${slug}-${id}.webp)`,
    ]),
    "",
  ].join("\n\n");
}

const escaped = (/** @type {string} */ text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const inline = (/** @type {string} */ text) => escaped(text).replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>");

const STYLE = `
      body { margin: 0; background: #fff9ef; color: #241a17; font: 17px/1.6 system-ui, sans-serif; }
      main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
      h1 { color: #b3134f; line-height: 1.2; }
      h2 { margin: 2.5rem 0 0.5rem; line-height: 1.3; scroll-margin-top: 1rem; }
      nav li { margin: 0.25rem 0; }
      a { color: #2b2a6b; }
      img { display: block; max-width: 100%; height: auto; margin-top: 0.75rem; border: 1px solid #d9c9b5; border-radius: 12px; }
      .phone img { max-width: min(100%, 22rem); }
      @media (prefers-color-scheme: dark) {
        body { background: #17110f; color: #f7ecdf; } h1 { color: #ff93b5; } a { color: #cbcaff; }
      }`;

/**
 * @param {Guide} guide
 * @param {(picture: string) => string} version of a picture's file, since it is cached for a year
 */
export function htmlOf({ slug, title, lead, phone, steps }, version) {
  const list = steps.map(({ id, question }) => `<li><a href="#${id}">${escaped(question)}</a></li>`).join("");
  const sections = steps.map(({ id, question, text }) => {
    const file = `${slug}-${id}.webp`;
    const words = text.map((sentence) => `<p>${inline(sentence)}</p>`).join("");
    const source = `/assets/guides/${file}?v=${version(file)}`;
    return `<section><h2 id="${id}">${escaped(upper(question))}</h2>${words}<img src="${source}" alt="${escaped(upper(question))}: the screen" loading="lazy" /></section>`;
  });
  return `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} · Sakhi Bazaar</title>
    <style>${STYLE}
    </style>
  </head>
  <body>
    <main${phone ? ' class="phone"' : ""}>
      <h1>${escaped(title)}</h1>
      <p>${escaped(lead)}</p>
      <nav aria-label="How do I ..."><p>How do I ...</p><ul>${list}</ul></nav>
      ${sections.join("\n")}
      <p><a href="/">To the site</a></p>
    </main>
  </body>
</html>
`;
}
