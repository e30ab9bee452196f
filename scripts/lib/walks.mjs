import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/**
 * A walk: the code that a value passes, from a click or a call to its last row (docs/flows/walks.json).
 *
 * @typedef {object} Walk
 * @property {string} name
 * @property {string} value a regular expression: what the value is called on its way
 * @property {string[]} steps in order, each `file:symbol`: a function, a constant, a component, `Class.method`, `.property` of an
 *   object, `FUNCTION name` in SQL, or `*`, the whole file. The code of an earlier one must lead to each; with `< ` before it, its own
 *   code leads to the one before, which gives it the value (a page renders a component); with `~ `, it begins with what an earlier
 *   one stored (a row, a job)
 */

/** Files that show, word, log or carry any value: not worth a line beside a walk. */
const ONLY_SHOWS =
  /^frontend\/src\/ui\/|\.strings\.ts$|\/error-codes\.ts$|\/platform\/(?:log|metrics|database)\/|^domain\/src\/(?:money|fields)\//;

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function each(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/** Follows the steps of walks through the sources below a root. */
export class Sources {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, ReturnType<Sources["read"]>>} */
    this.files = new Map();
    /** @type {Map<ts.Node, Set<string>>} */
    this.named = new Map();
  }

  /** @param {string} file from the root */
  file(file) {
    const known = this.files.get(file) ?? this.read(file);
    this.files.set(file, known);
    return known;
  }

  /** A source's imports but for types, its top-level declarations, and its classes with their members and the types of their properties. @param {string} file */
  read(file) {
    const text = readFileSync(join(this.root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    /** @type {Map<string, { file: string, name: string }>} */
    const imports = new Map();
    /** @type {Map<string, ts.Node>} */
    const declared = new Map();
    /** @type {Map<string, { members: Map<string, ts.Node>, types: Map<string, string>, bases: string[] }>} */
    const classes = new Map();
    /** @type {string[]} */
    const passedOn = [];
    for (const statement of source.statements) {
      const from =
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier
          ? this.resolve(file, /** @type {ts.StringLiteral} */ (statement.moduleSpecifier).text)
          : undefined;
      if (from !== undefined && ts.isExportDeclaration(statement) && !statement.isTypeOnly) passedOn.push(from);
      if (from !== undefined && ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === false) {
        const { name, namedBindings } = statement.importClause;
        if (name !== undefined) imports.set(name.text, { file: from, name: "default" });
        if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
          for (const each of namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly))
            imports.set(each.name.text, { file: from, name: (each.propertyName ?? each.name).text });
        if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
          imports.set(namedBindings.name.text, { file: from, name: "*" });
      }
      if (ts.isVariableStatement(statement))
        for (const each of statement.declarationList.declarations)
          if (ts.isIdentifier(each.name)) declared.set(each.name.text, each);
      if ("name" in statement && statement.name !== undefined)
        declared.set(/** @type {ts.Identifier} */ (statement.name).text, statement);
      if (!ts.isClassDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue;
      /** @type {Map<string, ts.Node>} */
      const members = new Map();
      /** @type {Map<string, string>} */
      const types = new Map();
      for (const member of statement.members) {
        if (ts.isConstructorDeclaration(member)) for (const parameter of member.parameters) noteType(parameter, types);
        if (member.name !== undefined && ts.isIdentifier(member.name)) {
          members.set(member.name.text, member);
          if (ts.isPropertyDeclaration(member)) noteType(member, types);
        }
      }
      const bases = (statement.heritageClauses ?? []).flatMap(({ types: all }) =>
        all.map(({ expression }) => expression.getText(source)),
      );
      classes.set(statement.name?.text ?? "default", { members, types, bases });
    }
    return { text, source, imports, declared, classes, passedOn };
  }

  /** The file of an import; undefined for a package. @param {string} from @param {string} specifier */
  resolve(from, specifier) {
    const own = /^@sakhi\/(domain|workflows)\/(.*)$/.exec(specifier);
    if (own === null && !specifier.startsWith(".")) return undefined;
    const base = own === null ? normalize(join(dirname(from), specifier)) : `${own[1]}/src/${own[2]}`;
    const bare = base.replace(/\.js$/, "");
    return [`${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`, base].find((path) => existsSync(join(this.root, path)));
  }

  /** The code of a step. @param {string} step @returns {{ file: string, symbol: string, node: ts.Node | undefined, text: string }} @throws Error if it is not there */
  find(step) {
    const [file = "", symbol = ""] = step.split(":");
    if (!existsSync(join(this.root, file))) throw new Error(`${step}: there is no such file`);
    if (symbol.startsWith("FUNCTION ")) {
      const text = readFileSync(join(this.root, file), "utf8");
      if (!new RegExp(`${symbol.replace("FUNCTION ", "FUNCTION (?:\\w+\\.)?")}\\b`).test(text))
        throw new Error(`${step}: the file has no such function`);
      return { file, symbol, node: undefined, text };
    }
    const known = this.file(file);
    const [owner = "", member] = symbol.split(".");
    let node = symbol === "*" ? known.source : known.declared.get(symbol);
    if (owner === "")
      each(known.source, (one) => {
        if (ts.isPropertyAssignment(one) && one.name.getText() === member) node ??= one;
      });
    else if (member !== undefined) node = known.classes.get(owner)?.members.get(member);
    if (node === undefined) throw new Error(`${step}: the file has no ${symbol}`);
    return { file, symbol, node, text: node.getText(known.source) };
  }

  /**
   * What a name of a file leads to: a declaration of ours, through a file that passes it on.
   * @param {string} file @param {string} name @returns {{ file: string, name: string } | undefined}
   */
  target(file, name) {
    const { imports, declared } = this.file(file);
    const imported = imports.get(name);
    if (imported === undefined) return declared.has(name) ? { file, name } : undefined;
    return imported;
  }

  /** The names that an expression or a type leads to. @param {string} file @param {ts.Node} expression @param {ts.Node} within */
  targetOf(file, expression, within) {
    if (ts.isIdentifier(expression)) return this.target(file, expression.text);
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const { expression: left, name } = expression;
    const type = this.typeOf(file, left, within);
    if (type === undefined) {
      const object = ts.isIdentifier(left) ? this.target(file, left.text) : undefined;
      return object === undefined ? undefined : { file: object.file, name: `${object.name}.${name.text}` };
    }
    return { file: type.file, name: `${type.name}.${name.text}` };
  }

  /** The class or interface of an expression: `this`, a property of `this`, or a parameter. @param {string} file @param {ts.Node} expression @param {ts.Node} within */
  typeOf(file, expression, within) {
    const owner = classAround(within);
    if (expression.kind === ts.SyntaxKind.ThisKeyword) return owner === undefined ? undefined : { file, name: owner };
    if (ts.isPropertyAccessExpression(expression) && expression.expression.kind === ts.SyntaxKind.ThisKeyword) {
      const type = this.file(file)
        .classes.get(owner ?? "")
        ?.types.get(expression.name.text);
      return type === undefined ? undefined : this.target(file, type);
    }
    if (!ts.isIdentifier(expression)) return undefined;
    /** @type {Map<string, string>} */
    const types = new Map();
    each(within, (node) => {
      if (ts.isParameter(node) || ts.isVariableDeclaration(node)) noteType(node, types);
    });
    const type = types.get(expression.text);
    return type === undefined ? undefined : this.target(file, type);
  }

  /** Everything of ours that a step's code names: `file:name`. @param {{ file: string, node: ts.Node | undefined }} step @returns {Set<string>} */
  references({ file, node }) {
    /** @type {Set<string>} */
    const found = new Set();
    if (node === undefined) return found;
    const known = this.named.get(node);
    if (known !== undefined) return known;
    this.named.set(node, found);
    const note = (/** @type {{ file: string, name: string } | undefined} */ target) => {
      if (target !== undefined) found.add(`${target.file}:${target.name}`);
    };
    each(node, (one) => {
      const later = ts.isCallExpression(one) && one.expression.kind === ts.SyntaxKind.ImportKeyword && one.arguments[0];
      const loaded = later && ts.isStringLiteral(later) ? this.resolve(file, later.text) : undefined;
      if (loaded !== undefined) found.add(`${loaded}:*`);
      if (ts.isPropertyAccessExpression(one)) note(this.targetOf(file, one, node));
      else if (ts.isIdentifier(one) && !(ts.isPropertyAccessExpression(one.parent) && one.parent.name === one))
        note(this.target(file, one.text));
    });
    // `export * from` names every file that it passes on.
    if (ts.isSourceFile(node)) for (const passed of this.file(file).passedOn) found.add(`${passed}:*`);
    return found;
  }

  /**
   * Whether the code leads from one step to the other: it names it, calls it over HTTP or in SQL, or the other implements what it
   * names.
   * @param {string} from @param {string} to
   */
  leads(from, to) {
    const [a, b] = [this.find(from), this.find(to)];
    if (a.file === b.file) return true;
    if (b.symbol.startsWith("FUNCTION ")) return new RegExp(`\\b${b.symbol.slice(9)}\\b`).test(this.file(a.file).text);
    const named = [...this.references(a)];
    return (
      this.calls(a, b) ||
      named.some(
        (each) =>
          [`${b.file}:${b.symbol}`, `${b.file}:*`].includes(each) ||
          (b.symbol === "*" && each.startsWith(`${b.file}:`)) ||
          this.implements(b, each),
      )
    );
  }

  /** Whether a method is that of a class which implements or extends the named one. @param {{ file: string, symbol: string }} step @param {string} named */
  implements({ file, symbol }, named) {
    const [owner = "", member] = symbol.split(".");
    if (member === undefined || owner === "") return false;
    const bases = this.file(file).classes.get(owner)?.bases ?? [];
    return bases.some((base) => {
      const target = this.target(file, base);
      return target !== undefined && named === `${target.file}:${target.name}.${member}`;
    });
  }

  /** Whether a generated endpoint calls a controller's method. @param {{ text: string, symbol: string }} a @param {{ file: string, symbol: string, node: ts.Node | undefined }} b */
  calls(a, b) {
    if (!a.symbol.startsWith(".") || b.node === undefined) return false;
    const [url] = /(?<=url: [`"])[^`"]+/.exec(a.text) ?? [];
    const owner = b.node.parent;
    if (url === undefined || owner === undefined || !ts.isClassDeclaration(owner)) return false;
    const pathOf = (/** @type {ts.Node} */ node) =>
      /@(?:Controller|Get|Post|Put|Patch|Delete)\((?:"([^"]*)")?/.exec(node.getText())?.[1] ?? "";
    const path = `/${[pathOf(owner), pathOf(b.node)].filter(Boolean).join("/")}`.replaceAll(/:\w+/g, "");
    return url.replaceAll(/\$\{[^}]*\}/g, "") === path;
  }

  /** Where a step's code hands the value to code of ours: the called or rendered `file:name`. @param {string} step @param {RegExp} value @returns {Set<string>} */
  handedTo(step, value) {
    const { file, node } = this.find(step);
    /** @type {Set<string>} */
    const found = new Set();
    if (node === undefined || ts.isSourceFile(node)) return found;
    each(node, (one) => {
      const handed = (/** @type {ts.Node} */ callee, /** @type {readonly ts.Node[]} */ values) => {
        const target = this.targetOf(file, callee, node);
        if (target === undefined || !values.some((each) => value.test(each.getText()))) return;
        found.add(`${target.file}:${target.name}`);
      };
      if (ts.isCallExpression(one) || ts.isNewExpression(one)) handed(one.expression, one.arguments ?? []);
      if (ts.isJsxOpeningElement(one) || ts.isJsxSelfClosingElement(one))
        handed(one.tagName, one.attributes.properties);
    });
    return found;
  }

  /**
   * The files of a walk, each once and in order; the files beside it, which steps show the value to and which it does not come
   * through; and what is wrong: a step that is not there, or that no earlier one leads to, so that a file between them is missing.
   * @param {Walk} walk @returns {{ files: string[], beside: string[], problems: string[] }}
   */
  walk({ value, steps }) {
    /** @type {string[]} */
    const problems = [];
    const named = steps.map((step) => step.replace(/^[<~] /, ""));
    const there = named.filter((step) => {
      try {
        return this.find(step) !== undefined;
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
        return false;
      }
    });
    for (const [index, step] of there.entries()) {
      if (index === 0 || steps.includes(`~ ${step}`)) continue;
      const [before = ""] = there.slice(index - 1);
      const isLed = steps.includes(`< ${step}`)
        ? this.leads(step, before)
        : there.slice(0, index).some((each) => this.leads(each, step));
      if (!isLed) problems.push(`${step}: the code of no earlier step leads there; which file is missing before it?`);
    }
    const fileOf = (/** @type {string} */ step) => step.split(":")[0] ?? "";
    const files = [...new Set(named.map(fileOf))];
    const handed = there.flatMap((step) => [...this.handedTo(step, new RegExp(value))].map(fileOf));
    const beside = [...new Set(handed)].filter((file) => !files.includes(file) && !ONLY_SHOWS.test(file));
    return { files, beside, problems };
  }
}

/** @param {ts.Node} node @returns {string | undefined} the name of the class that a node is in */
function classAround(node) {
  for (let one = node; one !== undefined; one = one.parent) if (ts.isClassDeclaration(one)) return one.name?.text;
  return undefined;
}

/** Notes the type of a parameter, a property or a variable by its name. @param {ts.ParameterDeclaration | ts.PropertyDeclaration | ts.VariableDeclaration} node @param {Map<string, string>} types */
function noteType({ name, type, initializer }, types) {
  if (!ts.isIdentifier(name)) return;
  if (type !== undefined && ts.isTypeReferenceNode(type)) types.set(name.text, type.typeName.getText());
  else if (initializer !== undefined && ts.isNewExpression(initializer))
    types.set(name.text, initializer.expression.getText());
}
