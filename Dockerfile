# One image for all processes; docker-compose.yml selects the process of each container.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY workflows/package.json workflows/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY simulators/package.json simulators/
COPY testkit/package.json testkit/
COPY lab/package.json lab/
COPY e2e/package.json e2e/

FROM manifests AS build
# Install scripts of packages are disabled, so that dependencies cannot run code during the build.
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY domain domain
COPY workflows workflows
COPY backend backend
COPY frontend frontend
COPY simulators simulators
# Which release it is: the repository is not in the build's context.
ARG SAKHI_VERSION
RUN npx tsc -b domain workflows backend simulators && node backend/scripts/bundle.mjs && npm run build -w frontend
# Only what the bundles load: a fifth of the packages' size (docs/decisions/0081).
RUN node backend/scripts/image-packages.mjs /packages

# The payment simulator, for trials only (docker-compose.yml, profile trial).
FROM node:24.21.0-bookworm-slim AS simulators
WORKDIR /app
COPY package.json ./
COPY --from=build /app/simulators/dist/bundle simulators/dist/bundle
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "simulators/dist/bundle/payment.js"]

FROM node:24.21.0-bookworm-slim
# deploy/update.sh removes its own old images by it.
LABEL in.sakhi-bazaar=product
# Defaults to production, so that a container never seeds demonstration data by accident.
ENV NODE_ENV=production APP_ENV=production
WORKDIR /app
COPY package.json ./
COPY backend/package.json backend/
COPY --from=build /packages ./
COPY --from=build /app/workflows/dist/bundle workflows/dist/bundle
COPY --from=build /app/backend/dist/bundle backend/dist/bundle
COPY backend/assets backend/assets
COPY --from=build /app/frontend/dist/site frontend/dist/site
COPY --from=build /app/frontend/dist/server frontend/dist/server
COPY deploy/health.mjs deploy/
# Volumes there belong to the processes' user.
RUN mkdir /pictures && chown node:node /pictures
RUN mkdir /record && chown node:node /record
RUN mkdir /backups && chown node:node /backups
RUN mkdir /run/decoder && chown node:node /run/decoder
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "backend/dist/bundle/api.js"]
