CREATE TABLE `search_documents` (
	`docid` integer PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`message_id` text NOT NULL,
	`reacted` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_search_documents_seq` ON `search_documents` (`lead_id`,`seq`);--> statement-breakpoint
CREATE TABLE `search_gone` (
	`docid` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_progress` (
	`lead_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idx_direct_messages_from` ON `direct_messages` (`lead_id`,`from_id`,`seq`);--> statement-breakpoint
CREATE INDEX `idx_direct_messages_to` ON `direct_messages` (`lead_id`,`to_id`,`seq`);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_text` USING fts5(`content`, `facets`, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3');--> statement-breakpoint
CREATE INDEX `idx_journal_group_events` ON `journal` (`lead_id`, coalesce(json_extract(`data`, '$.group.name'), json_extract(`data`, '$.group'), json_extract(`data`, '$.groupName')), `seq`) WHERE `type` >= 'group:' AND `type` < 'group;' AND `type` NOT IN ('group:message', 'group:reaction', 'group:read');--> statement-breakpoint
CREATE INDEX `idx_deliveries_broadcast` ON `deliveries` (`agent_id`, `lead_id`, `seq`) WHERE `kind` = 'broadcast';
