import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdministratorRole } from "@sakhi/domain/access/rights";
import request, { type Response } from "supertest";
import { addAdministrator, ADMIN, PASSWORD } from "../admin/administration.js";
import { startCatalogue } from "../catalogue/catalogue-app.js";

/** A brand as the dashboard reads it. */
export interface Brand {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly managedProducts: readonly { readonly id: string; readonly name: string; readonly updatedAt: string }[];
  readonly [field: string]: unknown;
}

/** The whole API on the demonstration catalogue, with an operator and a viewer. */
export class CurationTest {
  private constructor(
    private readonly catalogue: Awaited<ReturnType<typeof startCatalogue>>,
    private readonly cookies: Readonly<Record<"owner" | "viewer", string>>,
    private readonly folder: string,
  ) {}

  static async open(): Promise<CurationTest> {
    const folder = await builtSite();
    const catalogue = await startCatalogue(join(folder, "site"));
    const server = catalogue.app.getHttpServer();
    const logIn = async (username: string, role: AdministratorRole): Promise<string> => {
      await addAdministrator(catalogue.app, username, role);
      const response = await request(server).post(`${ADMIN}/login`).send({ username, password: PASSWORD }).expect(200);
      return String(response.headers["set-cookie"]).split(";")[0] ?? "";
    };
    const cookies = { owner: await logIn("asha", "owner"), viewer: await logIn("lata", "viewer") };
    return new CurationTest(catalogue, cookies, folder);
  }

  readonly close = async (): Promise<void> => {
    await this.catalogue.close();
    await rm(this.folder, { recursive: true, force: true });
  };

  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.catalogue.database.query<Row>(sql, parameters);
  }

  /** A call below the administrators' prefix. */
  call(
    method: "get" | "post" | "put",
    path: string,
    body?: object,
    { role = "owner", key }: { role?: "owner" | "viewer" | "nobody"; key?: string } = {},
  ): request.Test {
    const call = request(this.catalogue.app.getHttpServer())[method](`${ADMIN}/${path}`);
    if (role !== "nobody") call.set("cookie", this.cookies[role]);
    if (key !== undefined) call.set("idempotency-key", key);
    return body === undefined ? call : call.send(body);
  }

  /** A public page or call. */
  visit(path: string): request.Test {
    return request(this.catalogue.app.getHttpServer()).get(path);
  }

  /** The live listings of a brand, as visitors get them. */
  async live(brandName: string): Promise<readonly Record<string, unknown>[]> {
    const response = await this.visit(`/api/v1/listings/live?brandName=${encodeURIComponent(brandName)}`).expect(200);
    return response.body as Record<string, unknown>[];
  }

  async brand(id: string): Promise<Brand> {
    return (await this.call("get", `brands/${id}`).expect(200)).body as Brand;
  }

  /** A new brand with one product, which is on the site. */
  async newBrand(
    name: string,
    { module = "shops", category = "Bags", products = 1, expiresAt = "" } = {},
  ): Promise<string> {
    const id = randomUUID();
    await this.query(
      `INSERT INTO brands (id, module, name, category, description, origin)
       VALUES ($1, $2, $3, $4, 'Sews bags', 'organiser')`,
      [id, module, name, category],
    );
    for (let index = 0; index < products; index += 1) await this.newProduct(id, `${name} ${index}`, expiresAt);
    return id;
  }

  async newProduct(brandId: string, name: string, expiresAt = ""): Promise<void> {
    await this.query(
      `INSERT INTO listings (brand_id, module, brand_key, category, name, status, expires_at)
       SELECT id, module, name_key, category, $2, 'live', nullif($3, '')::timestamptz FROM brands WHERE id = $1`,
      [brandId, name, expiresAt],
    );
  }

  /** A ready picture of a brand, without files. */
  async newPicture(brandId: string): Promise<string> {
    const id = randomUUID();
    await this.query(
      `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
       VALUES ($1, 'brand', $2, 'ready', 10, 10, 640, 480, 'data:image/webp;base64,AAAA', clock_timestamp())`,
      [id, brandId],
    );
    return id;
  }

  /** The newest entry of the audit log about a subject. */
  async audited(subjectId: string): Promise<unknown> {
    const [entry] = await this.query(
      `SELECT administrator, action, reason, before, after FROM audit_log
        WHERE subject_id = $1 AND action <> 'brand_viewed' ORDER BY id DESC LIMIT 1`,
      [subjectId],
    );
    return entry;
  }
}

/** A build of the site with an empty page. */
async function builtSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  for (const part of ["site/.vite", "server"]) await mkdir(join(folder, part), { recursive: true });
  const page =
    "<!doctype html><html><head><!--app-head--></head><body><div id=first-view><!--first-view--></div><div id=root></div></body></html>";
  await writeFile(join(folder, "site/index.html"), page);
  await writeFile(join(folder, "site/.vite/screens.json"), "{}");
  await writeFile(
    join(folder, "server/first-view.js"),
    "export const firstView = () => Promise.resolve({ styles: '', html: '<p></p>' });",
  );
  return folder;
}

/** Status and error code of a response. */
export const outcomeOf = ({ status, body }: Response): readonly unknown[] => [status, (body as { code?: string }).code];
