import { Injectable, type OnModuleInit, RequestMethod } from "@nestjs/common";
import { DiscoveryService, MetadataScanner, Reflector } from "@nestjs/core";
import { AdministratorGuard, OneselfGuard, OwnAccountGuard } from "./administrator.guard.js";
import { needsOf } from "./needs.js";

// Of Nest's own decorators; @nestjs/common/constants is not exported to ES modules.
const GUARDS = "__guards__";
const METHOD = "method";

/** Refuses to start an api of which a guarded call does not say what it needs, or one says it that nothing guards. */
@Injectable()
export class DeclaredNeeds implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const problems = this.problems();
    if (problems.length > 0) throw new Error(`Who may call this? ${problems.join("; ")} (@Needs, docs/how-to-add.md)`);
  }

  private problems(): string[] {
    return this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      const prototype =
        (metatype as { readonly prototype?: object } | null)?.prototype ?? (instance as object | undefined);
      if (prototype === undefined || typeof metatype !== "function") return [];
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = (prototype as Readonly<Record<string, unknown>>)[name];
        if (typeof method !== "function" || this.reflector.get<RequestMethod | undefined>(METHOD, method) === undefined)
          return [];
        const guards = [GUARDS].flatMap((key) => [
          ...(this.reflector.get<unknown[] | undefined>(key, metatype) ?? []),
          ...(this.reflector.get<unknown[] | undefined>(key, method) ?? []),
        ]);
        const isGuarded = guards.includes(AdministratorGuard);
        const declares = needsOf(method) !== undefined;
        if (isGuarded === declares) return [];
        const own =
          guards.includes(OwnAccountGuard) || guards.includes(OneselfGuard)
            ? " is for one's own account"
            : " is not guarded";
        return [`${metatype.name}.${name}${isGuarded ? " says no right" : ` says a right and${own}`}`];
      });
    });
  }
}
