-- PostgreSQL roles. None is a superuser, and each can connect only to its own database.
--   sakhi_owner  owns the tables: for migrations only (MIGRATION_DATABASE_URL)
--   sakhi_app    reads and writes rows (DATABASE_URL of api, orchestrator and jobs); main.migrate gives it its rights
--   temporal     owns Temporal's two databases
-- In sakhi_bazaar_drill the newest backup is restored each night and verified; otherwise it is empty.
CREATE ROLE sakhi_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE sakhi_app LOGIN PASSWORD :'app_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE DATABASE sakhi_bazaar OWNER sakhi_owner;
CREATE DATABASE sakhi_bazaar_drill OWNER sakhi_owner;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE ALL ON DATABASE sakhi_bazaar FROM PUBLIC;
REVOKE ALL ON DATABASE sakhi_bazaar_drill FROM PUBLIC;
REVOKE ALL ON DATABASE temporal FROM PUBLIC;
REVOKE ALL ON DATABASE temporal_visibility FROM PUBLIC;
GRANT CONNECT ON DATABASE sakhi_bazaar TO sakhi_app;
