# Builds the package from the sources and installs it into an image without npm. docs/containers.md says how to run it.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${NODE} AS package
WORKDIR /src
COPY . .
RUN npm ci && npm run package

FROM ${NODE} AS installation
WORKDIR /opt/sluice
COPY --from=package /src/dist/release/sluice-server-*.tgz /tmp/sluice-server.tgz
RUN npm init --yes > /dev/null && npm install --omit=dev --no-audit --no-fund /tmp/sluice-server.tgz

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --home-dir /var/lib/sluice --shell /usr/sbin/nologin sluice \
 && install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/sluice
COPY --from=installation /usr/local/bin/node /usr/local/bin/node
COPY --from=installation /opt/sluice/node_modules /opt/sluice/node_modules
ENV NODE_ENV=production \
    PATH=/opt/sluice/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    SLUICE_DATA_DIR=/var/lib/sluice
WORKDIR /var/lib/sluice
USER 10001:10001
VOLUME /var/lib/sluice
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sluice"]
CMD ["start"]
