"""The rules, a module for each part of a chapter, a function for each rule."""
