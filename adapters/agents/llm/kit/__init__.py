"""What in-process agents behind a model share: asking, pictures, marks, histories, presets."""
