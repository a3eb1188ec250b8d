CREATE TABLE `journal_latest` (
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `journal_trims` (
	`lead_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `shard` ADD `journal_packed` integer DEFAULT 0 NOT NULL;