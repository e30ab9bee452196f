/**
 * The backend's folder, and the repository's. Sources, compiled files and bundles are equally deep: backend/src/platform,
 * backend/dist/platform, backend/dist/bundle.
 */
export const BACKEND = new URL("../../", import.meta.url);
export const REPOSITORY = new URL("../", BACKEND);
