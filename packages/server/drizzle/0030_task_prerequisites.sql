ALTER TABLE `tasks` ADD `after` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `waits` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `given_at` text;