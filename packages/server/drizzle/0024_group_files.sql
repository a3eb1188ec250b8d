CREATE TABLE `group_files` (
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`position` integer NOT NULL,
	`group_name` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`type` text NOT NULL,
	`sha256` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` text NOT NULL,
	`removed_seq` integer,
	PRIMARY KEY(`lead_id`, `seq`, `position`)
);
--> statement-breakpoint
CREATE INDEX `idx_group_files_there` ON `group_files` (`lead_id`,`group_name`,`sha256`) WHERE "group_files"."removed_seq" is null;