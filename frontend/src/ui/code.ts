/** Code that is fetched when it is needed, and then is at hand at once: React's `lazy` for what is no component. */
export interface Code<Loaded> {
  /** What was loaded; undefined before. */
  readonly loaded: Loaded | undefined;
  /** Loads it, once. @throws the failure; the next call tries again */
  readonly load: () => Promise<Loaded>;
}

export function codeOf<Loaded>(fetch: () => Promise<Loaded>): Code<Loaded> {
  let loaded: Loaded | undefined;
  return {
    get loaded() {
      return loaded;
    },
    load: async () => (loaded ??= await fetch()),
  };
}
