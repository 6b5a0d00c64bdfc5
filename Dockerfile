# A server of tables with its page. docs/club.md tells how to run it.

FROM python:3.11-slim AS build
WORKDIR /source
ENV PIP_CONSTRAINT=/source/constraints.txt PIP_NO_CACHE_DIR=1
COPY . .
RUN pip install build && python -m build --wheel --outdir /wheels

FROM python:3.11-slim
ENV PIP_NO_CACHE_DIR=1 OVERTRICK_CACHE=/var/cache/overtrick
COPY --from=build /wheels /source/constraints.txt /wheels/
RUN pip install --constraint /wheels/constraints.txt "$(echo /wheels/*.whl)[server,fast,postgres,preview]" && rm -r /wheels \
    && useradd --system overtrick \
    && install --directory --owner overtrick --mode 0700 /data "$OVERTRICK_CACHE"
USER overtrick
# What the strong bots need is compiled here, not when the first of them sits down.
RUN overtrick warm
VOLUME /data
EXPOSE 7411
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:7411/health')"]
ENTRYPOINT ["overtrick"]
CMD ["serve", "--db", "/data/tables.db", "--host", "0.0.0.0"]
