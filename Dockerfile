FROM node:24-bookworm-slim AS build
WORKDIR /srv
# The manifests first: the layer of installed packages stays while only the service's sources change.
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/srv/data
WORKDIR /srv
COPY --from=build /srv/package.json ./
COPY --from=build /srv/node_modules ./node_modules
COPY --from=build /srv/dist ./dist
RUN mkdir data && chown node:node data
USER node
VOLUME /srv/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=16", "dist/app/cli/main.js", "serve"]
