# A worker with the `ralph` command. Built for the person whose repositories it works on: the same user id, so that
# files stay theirs and git trusts the folders. Agents are added by AGENT_PACKAGES or by an image FROM this one.
FROM node:22.21.1-bookworm-slim AS build
WORKDIR /opt/ralph
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22.21.1-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bash ca-certificates git openssh-client procps tini \
  && rm -rf /var/lib/apt/lists/*
ARG AGENT_PACKAGES=""
RUN if [ -n "$AGENT_PACKAGES" ]; then npm install --global $AGENT_PACKAGES; fi
ARG UID=1000
ARG GID=1000
# The id may be taken by a user of the base image (node is 1000), hence --non-unique.
RUN groupadd --non-unique --gid "$GID" ralph \
  && useradd --non-unique --uid "$UID" --gid "$GID" --create-home --shell /bin/bash ralph \
  && install --directory --owner "$UID" --group "$GID" --mode 0700 /var/lib/ralph
COPY --from=build /opt/ralph/package.json /opt/ralph/package.json
COPY --from=build /opt/ralph/node_modules /opt/ralph/node_modules
COPY --from=build /opt/ralph/dist /opt/ralph/dist
RUN chmod +x /opt/ralph/dist/client.js && ln -s /opt/ralph/dist/client.js /usr/local/bin/ralph
ENV RALPH_STATE_DIR=/var/lib/ralph
USER ralph
WORKDIR /home/ralph
# Programs that an agent leaves behind are handed to process 1, which must collect them.
ENTRYPOINT ["tini", "--"]
CMD ["ralph", "worker"]
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s --retries=3 CMD ["ralph", "doctor"]
